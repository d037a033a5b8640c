import { useSearchParams } from 'react-router-dom';
import type { SubmissionTargetRow } from '#contract/rows/submission.ts';
import type { ShortSubmissionTarget } from '#contract/submissions/targets.ts';
import { submissionSystem } from '#domain/submissions/systems.ts';

/** A submission target as a side of a mapping. */
export type BetweenTarget = Pick<
  ShortSubmissionTarget,
  'id' | 'name' | 'type' | 'isSource' | 'isDestination' | 'sharesDocuments'
>;

/** The targets of this device whose lists can be mapped, by name: the active ones. */
export const mappableTargets = (rows: readonly SubmissionTargetRow[]): readonly BetweenTarget[] =>
  rows
    .filter(({ isActive }) => isActive)
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
    .map(({ id, systemId, name, sharesDocuments }) => {
      const system = submissionSystem(systemId);
      const [isSource, isDestination] = [system?.isSource === true, system?.isDestination === true];
      return { id, name, type: system?.type ?? 4, isSource, isDestination, sharesDocuments };
    });

/** The source and the destination of a mapping, with those that may be chosen. */
export type Between = {
  readonly source: BetweenTarget;
  readonly destination: BetweenTarget;
  readonly sources: readonly BetweenTarget[];
  readonly destinations: readonly BetweenTarget[];
};

/** Targets on each side: those that a system declares, and every ATS as a source, every other system as a destination. */
const sidesOf = (targets: readonly BetweenTarget[]) => ({
  sources: targets.filter(({ isSource, type }) => isSource || type === 2),
  destinations: targets.filter(({ isDestination, type }) => isDestination || type !== 2),
});

/** The chosen source and destination, else the first ones. Null if there are no two different targets for both sides. */
export function betweenOf(
  targets: readonly BetweenTarget[],
  wanted: { source: string | null; to: string | null },
): Between | null {
  const { sources, destinations } = sidesOf(targets);
  const chosen = (list: readonly BetweenTarget[], id: string | null) => list.find((target) => String(target.id) === id);
  const source = chosen(sources, wanted.source) ?? sources[0];
  const others = destinations.filter(({ id }) => id !== source?.id);
  const destination = chosen(others, wanted.to) ?? others[0];
  return source && destination ? { source, destination, sources, destinations: others } : null;
}

/** Source and destination in the address. Another choice starts at the first page, without a search. */
export function useBetween(targets: readonly BetweenTarget[]) {
  const [params, setParams] = useSearchParams();
  const choose = (side: 'source' | 'to', id: string) =>
    setParams(
      (now) => {
        for (const own of ['q', 'page', 'sort']) now.delete(own);
        now.set(side, id);
        return now;
      },
      { replace: true },
    );
  return { between: betweenOf(targets, { source: params.get('source'), to: params.get('to') }), choose };
}
