import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import type { GroupId } from '../routes.ts';

type Counts = Partial<Record<GroupId, { number: number; words: string }>>;

/** At most one number per group of the sidebar: work that waits for a person. */
export function useGroupCounts(): Counts {
  const { needsYou } = useSyncState();
  return { home: { number: needsYou, words: needsYou === 1 ? 'change needs you' : 'changes need you' } };
}
