import type { TargetRow } from '#contract/rows/rows.ts';
import type { GridClient } from '#src/workers/grid/grid-client.ts';
import type { Wish } from '../use-job-actions.tsx';

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
