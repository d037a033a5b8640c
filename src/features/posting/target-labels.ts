import type { TargetRow } from '#contract/rows/rows.ts';
import { isPublished } from '#domain/targets/target-kinds.ts';
import type { BadgeTone } from '#src/ui/mark/state-badge.tsx';

type Badge = { words: string; tone: BadgeTone; means: string };

/** The badge for a target's connection. Disabled wins over the result of the last check. */
export function targetBadge({
  disabled,
  typeId,
  checkState,
  posting,
}: Pick<TargetRow, 'disabled' | 'typeId' | 'checkState' | 'posting'>): Badge {
  if (disabled) return { words: 'Disabled', tone: 'neutral', means: 'Nothing is sent until the target is enabled.' };
  if (isPublished(typeId)) return { words: 'Published', tone: 'good', means: 'Anyone with the feed URL can read it.' };
  if (posting === 'off') return { words: 'Posting off', tone: 'neutral', means: 'No job is posted until posting is turned on.' };
  if (posting === 'dryRun' && checkState !== 'failed')
    return { words: 'Dry run', tone: 'info', means: 'Jobs are built and checked. Nothing is sent.' };
  switch (checkState) {
    case 'ok':
      return { words: 'Connected', tone: 'good', means: 'The last check succeeded.' };
    case 'failed':
      return {
        words: 'Not connected',
        tone: 'bad',
        means: 'The last check failed. Open the target, fix the connection, then check again.',
      };
    case 'unchecked':
      return { words: 'Not checked', tone: 'warn', means: 'Check the connection.' };
  }
}

/** What must be mapped before a job is posted to the target. */
export const mapsLabel = (maps: TargetRow['maps']): string =>
  maps.length === 0 ? 'Nothing' : maps.join(', ').replace(/^./, (first) => first.toUpperCase());
