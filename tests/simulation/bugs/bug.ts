import type { Nature } from '../base/natures.ts';
import type { Seams } from '../base/seams.ts';

/** A realistic mistake, planted for a run. The checkers must find it. */
export type Bug = {
  readonly name: string;
  readonly about: string;
  /** The only nature of a target that can have it; any if not given. */
  readonly nature?: Nature;
  readonly plant: () => Partial<Seams>;
  /** The first seed to try, for a bug whose conditions meet in fewer than one history in a thousand. Default 1. */
  readonly from?: number;
  /** Where the short form starts: shortly before a seed that finds the bug. The long form starts at `from`. */
  readonly shortFrom?: number;
};
