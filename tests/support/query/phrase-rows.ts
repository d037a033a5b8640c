import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapValueRow, TargetRow } from '#contract/rows/rows.ts';
import { jobQuerySchema } from '#domain/job-list/job-query.ts';
import { conditionOf } from '#domain/query/condition-of.ts';
import { dayNumber } from '#domain/query/day-number.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import { phraseJobs, phraseToday } from '#domain/query/recruiter-phrases.ts';
import { createGrid } from '#src/workers/grid/grid-api.ts';
import { fill, openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { storeKey } from '#tests/doubles/sync/tab.ts';
import { aFacility, aJob, aTarget, mappedValues } from '../factories/job-factory.ts';

type Written =
  | { readonly collection: 'job'; readonly row: JobRow }
  | { readonly collection: 'mapValue'; readonly row: MapValueRow }
  | { readonly collection: 'atsValue'; readonly row: AtsValueRow }
  | { readonly collection: 'target'; readonly row: TargetRow };

const unmapped = { facilityValueId: null, degreeValueId: null, specialtyValueId: null, shiftValueId: null };

/** The fixed jobs of the recruiters' phrases as rows that a service stores and a device receives. */
export const phraseRows = (): Written[] => [
  { collection: 'target', row: aTarget({ maps: ['facility', 'degree', 'specialty', 'shift'] }) },
  ...[...mappedValues().values()].flatMap((row, i): Written[] => [
    { collection: 'atsValue', row: aFacility(i + 1, row.mappedId ?? '', { kind: row.kind, extId: row.mappedId ?? '' }) },
    { collection: 'mapValue', row },
  ]),
  ...phraseJobs.map(
    ({ isMapped, ...values }): Written => ({
      collection: 'job',
      row: aJob({ ...values, providerJobId: `HV-${values.id}`, source: 'Vendor', ...(isMapped ? {} : unmapped) }),
    }),
  ),
];

/** A device's grid with the rows: it gives the ids of a phrase, in order. */
export async function phraseGrid(rows: readonly { readonly collection: string; readonly row: unknown }[]) {
  const store = await openDeviceStore();
  await fill(store, rows as Parameters<typeof fill>[1]);
  const grid = createGrid(async () => ({ ...store, close: () => undefined }));
  await new Promise<void>((resolve) => {
    void grid.open(storeKey, (news) => news.ready && resolve());
  });
  const schema = jobQuerySchema(null, dayNumber(phraseToday) ?? 0);
  return {
    schema,
    idsOf(phrase: string): number[] {
      const { chips } = parseQuery(phrase, schema);
      const { count } = grid.show(conditionOf(chips, schema, phraseToday), [{ key: 'id' }]);
      return [...grid.ids(0, count)];
    },
    close: () => grid.close(),
  };
}
