import type { TargetRow } from '#contract/rows/rows.ts';
import type { JobActionKey } from '#domain/staging/job-actions.ts';
import type { GridClient } from '#src/workers/grid/grid-client.ts';

/** Jobs that an action is about to be carried out on. `leftOut` of the chosen ones do not offer it. */
export type Wish = {
  readonly key: JobActionKey;
  readonly ids: readonly number[];
  readonly leftOut: number;
  /** What was pasted into the grid. */
  readonly text?: string;
};

/** What every sheet of an action is given. */
export type SheetProps = {
  readonly wish: Wish;
  readonly target: TargetRow | null;
  readonly client: GridClient;
  readonly width: number;
  readonly onWidth: (width: number) => void;
  /** The action is on its way: the selection has served its purpose. */
  readonly onDone: () => void;
  readonly onClose: () => void;
};
