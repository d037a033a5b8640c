import '@mantine/core/styles.css';
import '#src/ui/theme/tokens.css';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { textOf } from '#domain/columns/cell-values.ts';
import { Grid } from '#src/ui/grid/grid.tsx';
import type { GridColumn } from '#src/ui/grid/model/grid-column.ts';
import type { GridSource } from '#src/ui/grid/model/grid-source.ts';
import { nothingSelected } from '#src/ui/grid/model/selection.ts';
import { openWorker } from './ours.ts';
import { shownKeys } from './sample-jobs.ts';

const columns = shownKeys.map(
  (key): GridColumn => ({
    key,
    label: key,
    group: 'All',
    width: 120,
    reads: [key],
    cell: (row) => <span className="jg-text">{textOf(row.get(key))}</span>,
    text: (row) => textOf(row.get(key)) ?? '',
  }),
);
const layout = { shown: shownKeys, start: [], end: [], widths: {}, density: 'compact' } as const;
const nothing = () => undefined;

/** The product's grid on the stage. Its cells come from the worker, as in the product. */
export async function openOurGrid(stage: HTMLElement, rows: number): Promise<() => void> {
  const worker = openWorker();
  await worker.load(rows);
  const { count, order, version } = await worker.summary();
  const source: GridSource = {
    rowCount: count,
    order,
    version,
    async window(from, to, keys) {
      const { ids, cells } = await worker.window(from, to, keys);
      return { ids: ids.map(Number), cells };
    },
    positionOf: (id) => worker.positionOf(id),
    ids: (from, to) => worker.ids(from, to),
  };
  const root = createRoot(stage);
  root.render(
    <MantineProvider>
      <Grid
        label="Jobs"
        source={source}
        columns={columns}
        layout={layout}
        onLayout={nothing}
        sort={[]}
        onSort={nothing}
        selection={nothingSelected}
        onSelection={nothing}
        hiddenSelected={0}
        onSelectAll={nothing}
        onKey={() => false}
        onPart={nothing}
        onOpen={nothing}
        card={() => null}
        onFilterBy={nothing}
        tone={() => ''}
        readOnly
        letters
        empty={null}
        covered={0}
      />
    </MantineProvider>,
  );
  return () => root.unmount();
}
