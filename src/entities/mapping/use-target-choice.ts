import { useSearchParams } from 'react-router-dom';
import type { TargetRow } from '#contract/rows/rows.ts';
import { mappingTargets } from '#domain/targets/home-target.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/** The target of a screen, from those that take mappings. The URL keeps the choice. */
export type TargetChoice = {
  readonly target: TargetRow;
  readonly targets: readonly TargetRow[];
  readonly choose: (id: number) => void;
};

/**
 * `choice` is null when no target takes mappings. `ready` is false until that is known. `isForTexts`: only targets that texts are mapped for, and
 * not those that have the mappings of another one.
 */
export function useTargetChoice(isForTexts = false): { readonly ready: boolean; readonly choice: TargetChoice | null } {
  const [params, setParams] = useSearchParams();
  const { ready, rows } = useCollection('target');
  const targets = isForTexts ? mappingTargets(rows) : rows.filter((row) => row.maps.length > 0);
  const wanted = Number(params.get('target'));
  const target = targets.find((row) => row.id === wanted) ?? targets.find((row) => !row.disabled) ?? targets[0];
  if (!target) return { ready, choice: null };
  // Another target has other lists, so a search for one does not apply to the other.
  const kept = ['view', 'kind'].flatMap((key) => (params.has(key) ? [[key, params.get(key) ?? '']] : []));
  const choose = (id: number) => setParams([...kept, ['target', String(id)]] as [string, string][], { replace: true });
  return { ready, choice: { target, targets, choose } };
}
