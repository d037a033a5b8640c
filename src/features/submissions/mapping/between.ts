import { useSearchParams } from 'react-router-dom';
import type { ShortSubmissionTarget } from '#contract/submissions/targets.ts';

/** The source and the destination of a mapping, with those that may be chosen. */
export type Between = {
  readonly source: ShortSubmissionTarget;
  readonly destination: ShortSubmissionTarget;
  readonly sources: readonly ShortSubmissionTarget[];
  readonly destinations: readonly ShortSubmissionTarget[];
};

/** Targets on each side: those that a system declares, and every ATS as a source, every other system as a destination. */
const sidesOf = (targets: readonly ShortSubmissionTarget[]) => ({
  sources: targets.filter(({ isSource, type }) => isSource || type === 2),
  destinations: targets.filter(({ isDestination, type }) => isDestination || type !== 2),
});

/** The chosen source and destination, else the first ones. Null if there are no two different targets for both sides. */
export function betweenOf(
  targets: readonly ShortSubmissionTarget[],
  wanted: { source: string | null; to: string | null },
): Between | null {
  const { sources, destinations } = sidesOf(targets);
  const chosen = (list: readonly ShortSubmissionTarget[], id: string | null) => list.find((target) => String(target.id) === id);
  const source = chosen(sources, wanted.source) ?? sources[0];
  const others = destinations.filter(({ id }) => id !== source?.id);
  const destination = chosen(others, wanted.to) ?? others[0];
  return source && destination ? { source, destination, sources, destinations: others } : null;
}

/** Source and destination in the address. Another choice starts at the first page, without a search. */
export function useBetween(targets: readonly ShortSubmissionTarget[]) {
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
