import fc from 'fast-check';
import type { DatasetLabel, DatasetReading, DatasetRow } from '#contract/rows/dataset-row.ts';

export const aDescription = 'ICU, nights 19:00-07:00, 3x12 hours. Bill rate $92.50 an hour.';

/** What `aDescription` says. */
export const aReading = (over: Partial<DatasetReading> = {}): DatasetReading => ({
  shift: {
    substring: 'nights 19:00-07:00, 3x12 hours',
    start: '19:00',
    end: '07:00',
    hours: 12,
    shiftsPerWeek: 3,
    modifiers: ['night'],
  },
  rate: { substring: '$92.50', rate: 92.5, minRate: null },
  ...over,
});

export const aLabel = (over: Partial<DatasetLabel> = {}): DatasetLabel => ({
  userId: 5,
  by: 'Ann',
  at: '2026-11-21T12:00:00.000Z',
  reading: aReading(),
  ...over,
});

/** A row of the dataset that one person labels, with what the built-in engine reads. */
export const aDatasetRow = (over: Partial<DatasetRow> = {}): DatasetRow => ({
  id: 141,
  digest: '00f3a1b2c3d4e5f60718293a4b5c6d7e',
  description: aDescription,
  split: 'dev',
  second: false,
  jobId: 7,
  providerJobId: 'REQ-7',
  source: 'Medloop',
  workType: 1,
  proposals: [{ engine: 'Built-in', reading: aReading(), certainty: 90 }],
  labels: [],
  settled: null,
  ...over,
});

/** A row of the job, person and customer `n`, with the canary `c` in each text. */
export const aCanaryRow = (n: number, c: string): DatasetRow => {
  const reading: DatasetReading = { shift: null, rate: { substring: c, rate: n, minRate: null } };
  const label = aLabel({ userId: n, by: c, reading });
  return aDatasetRow({
    id: n,
    digest: c,
    description: c,
    jobId: n,
    providerJobId: c,
    source: c,
    proposals: [{ engine: c, reading, certainty: n }],
    labels: [label],
    settled: label,
  });
};

const reading = fc.record({
  id: fc.constant(141),
  userId: fc.constantFrom(5, 6),
  reading: fc.constantFrom(null, aReading(), aReading({ shift: null })),
});

/** Arguments of the changes of the dataset, for properties of all changes. */
export const datasetChanges = { 'dataset.label.v1': reading, 'dataset.settle.v1': reading };
