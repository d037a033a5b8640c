import type { JobRow } from '#contract/rows/jobs.ts';
import type { Store } from '#src/store/store.ts';
import { blockFromRows } from '#src/store/tables/blocks.ts';
import type { Row } from '#src/store/tables/tables.ts';
import { createGrid, type GridNews } from '#src/workers/grid/grid-api.ts';
import { aFacility, aJob, aTarget, aValue } from '#tests/support/factories/job-factory.ts';
import { openDeviceStore } from './device-store.ts';
import { storeKey } from './tab.ts';

const mercy = aFacility(1, 'Mercy General');

const jobs: JobRow[] = [
  aJob({ id: 1, facility: 'MERCY GEN', facilityValueId: 11, billRate: 70 }),
  aJob({ id: 2, facility: 'MERCY GEN', facilityValueId: 11, billRate: 60, status: 'Closed' }),
  aJob({ id: 3, facility: 'ST ROSE', facilityValueId: 12, billRate: 80 }),
  aJob({ id: 4, facility: 'ST ROSE', facilityValueId: 12, facilityMap: 'F1', billRate: 90 }),
];

export async function seeded(own: Partial<Store> = {}) {
  const store = await openDeviceStore();
  await store.write(async (tx) => {
    await tx.put('blocks', [blockFromRows('job', 1, jobs as unknown as Row[])]);
    const range = { no: 1, first: 1, last: 4, rows: 4 };
    await tx.put('layouts', [{ collection: 'job', live: [range], shadow: [], retired: [], complete: true }]);
    const fresh = [
      { collection: 'atsValue' as const, id: 1, rev: 1, row: mercy as unknown as Row },
      { collection: 'target' as const, id: 1, rev: 1, row: aTarget({ maps: ['facility'] }) as unknown as Row },
      ...[
        aValue(11, 'facility', { text: 'MERCY GEN', suggestedId: 'F1', certainty: 86 }),
        aValue(12, 'facility', { text: 'ST ROSE' }),
      ].map((row) => ({ collection: 'mapValue' as const, id: row.id, rev: 1, row: row as unknown as Row })),
    ];
    await tx.put('fresh', fresh);
  });
  const grid = createGrid(async () => ({ ...store, ...own, close: () => undefined }));
  const news: GridNews[] = [];
  await grid.open(storeKey, (now) => news.push(now));
  await settled(news, (now) => now.ready);
  return { store, grid, news };
}

export async function settled(news: readonly GridNews[], holds: (now: GridNews) => boolean): Promise<GridNews> {
  for (let wait = 0; wait < 200; wait++) {
    const now = news.at(-1);
    if (now && holds(now)) return now;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('the grid never reported it');
}

export const put = (
  store: Store,
  collection: 'job' | 'mapValue' | 'customerStatus' | 'source',
  row: { id: number; name?: string | null; expandedStatuses?: Record<string, number> },
) =>
  store.write(async (tx) => {
    await tx.put('fresh', [{ collection, id: row.id, rev: 2, row: row as unknown as Row }]);
    tx.changed(collection, [row.id]);
  });
