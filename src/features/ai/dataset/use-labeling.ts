import { useState } from 'react';
import type { DatasetReading, DatasetRow } from '#contract/rows/dataset-row.ts';
import type { Done } from '#src/entities/change/undo-stack.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useSession } from '#src/entities/session/session.ts';
import { nextRow } from './next-row.ts';

/** A label of this visit, which can be undone. */
type Labeled = { readonly id: number; readonly step: Done };

/**
 * The open row and what is done with it. `items`: all rows of the filter, in their order. The next row opens before the device has stored the
 * label, so a row that was labeled in this visit is not offered again, even while its row still comes without the label.
 */
export function useLabeling(items: readonly DatasetRow[]) {
  const changes = useChanges();
  const { userId } = useSession().role;
  const [current, go] = useState<number | null>(null);
  const [just, setJust] = useState<readonly Labeled[]>([]);
  const [labeled, setLabeled] = useState<ReadonlySet<number>>(new Set());
  const after = (id: number) => nextRow(items, labeled, id);
  const forget = (id: number) => setLabeled((now) => new Set([...now].filter((one) => one !== id)));
  return {
    current,
    go,
    count: just.length,
    canUndo: just.length > 0,
    skip: (id: number) => go(after(id)),
    async save(id: number, reading: DatasetReading): Promise<void> {
      setLabeled((now) => new Set([...now, id]));
      go(after(id));
      const { step } = await changes.makeQuietly(
        'dataset.label.v1',
        { id, userId, reading },
        () => 'Label saved',
        'Label not saved',
      );
      if (step) return setJust((now) => [...now, { id, step }]);
      forget(id);
      go(id);
    },
    async undo(): Promise<void> {
      const last = just.at(-1);
      if (!last) return;
      setJust((now) => now.slice(0, -1));
      forget(last.id);
      go(last.id);
      await changes.undoStep(last.step);
    },
  };
}
