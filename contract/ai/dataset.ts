import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, IdOrNone, PageNumber, RowId } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { DatasetReading, DatasetRow, ShiftModifier } from '../rows/dataset-row.ts';

/** Most rows of the dataset of a customer, and most characters of a description. */
export const mostDatasetRows = 5000;
export const mostDescription = 20_000;
/** Page sizes, as documented; the first is the default. */
export const datasetSizes = [10, 20, 50, 100] as const;

const Text = z.string().nullable();

/** The shift of a record, under its documented names. */
const Shift = z.object({
  start: wire('starttime', Text),
  end: wire('endtime', Text),
  substring: z.string(),
  hours: wire('shiftlength', z.number().nullable()),
  shiftsPerWeek: wire('numberofshifts', z.number().nullable()),
  modifiers: z.array(ShiftModifier).readonly(),
});

/** The bill rate of a record, under its documented names. */
const Rate = z.object({
  substring: z.string(),
  rate: wire('billrate', z.number()),
  minRate: wire('minbillrate', z.number().nullable()),
});

/** One description with what the caller, or all who labeled it, say that it says. Null: nothing is labeled, or it names none. */
export const DatasetRecord = z.object({
  ...DatasetRow.omit({ digest: true }).shape,
  providerJobId: wire('Req', Text),
  description: wire('OriginalDescription', z.string()),
  shift: Shift.nullable(),
  rate: wire('billrate', Rate.nullable()),
  /** The caller need not label it any more. */
  classified: z.boolean(),
});
export type DatasetRecord = z.infer<typeof DatasetRecord>;

const example: DatasetRecord = {
  id: 7,
  description: 'ICU, nights 19:00-07:00, 3x12. Bill rate $92.50/h.',
  split: 'dev',
  second: false,
  jobId: 41,
  providerJobId: 'REQ-41',
  source: 'Medloop',
  workType: 1,
  proposals: [],
  labels: [],
  settled: null,
  shift: null,
  rate: null,
  classified: false,
};

export const listDataset = endpoint(
  'GET /api/ai/dataset/:cust/:page/:perPage/:showShifts/:showBillRate/:hideClassified/:jobId/:workType',
  {
    about:
      'Descriptions of a customer’s jobs with their labels, those first where engines differ or are uncertain. `showShifts` or `showBillRate` alone: those that name one. `jobId` and `showWT` (1 travel, 2 permanent, 3 per diem) are 0 for all. What others say of a row that waits for the caller is left out.',
    args: z.object({
      cust: CustomerRef,
      page: PageNumber,
      perPage: z.coerce.number().int().min(1).max(100),
      showShifts: z.stringbool(),
      showBillRate: z.stringbool(),
      hideClassified: z.stringbool(),
      jobId: wire('jobid', IdOrNone),
      workType: wire('showWT', z.coerce.number().int().min(0).max(3)),
    }),
    reply: z.object({
      total: z.number(),
      totalPages: z.number(),
      rows: z.array(DatasetRecord),
      /** Settled rows of the customer that name a shift or a bill rate, and settled ones of travel and of per diem jobs. */
      shifts: wire('classifiedShifts', z.number()),
      billRates: wire('classifiedBillRates', z.number()),
      travel: wire('classifiedTravel', z.number()),
      perDiem: wire('classifiedPerDiem', z.number()),
    }),
    fails: ['invalid', 'forbidden', 'not_found'],
    needs: 'admin',
    offline: 'replicated',
    example: { total: 1, totalPages: 1, rows: [example], shifts: 120, billRates: 96, travel: 80, perDiem: 40 },
  },
);

export const labelDatasetRow = endpoint('POST /api/ai/dataset/:cust', {
  about:
    'Saves what the caller says that a description says; null for a shift or bill rate that it does not name. The command `dataset.label.v1` does the same.',
  args: z.object({ cust: CustomerRef, id: RowId, shift: Shift.nullable(), rate: wire('billrate', Rate.nullable()) }),
  reply: DatasetRecord,
  fails: ['invalid', 'forbidden', 'not_found', 'conflict', 'key_reused'],
  needs: 'admin',
  offline: 'queued',
  example,
});

export const fillDataset = endpoint('POST /api/ai/dataset/:cust/fill', {
  about:
    'Adds the descriptions of the customer’s open jobs, equal texts once, with what the built-in engine reads in them. Texts that are there keep their labels.',
  args: z.object({ cust: CustomerRef }),
  /** `known`: texts that are there already. `left`: texts for which the dataset has no room. */
  reply: z.object({ added: z.number(), known: z.number(), left: z.number() }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: { added: 120, known: 14, left: 0 },
});

/** Why a line of a file was refused. */
const RefusedLine = z.object({ line: z.number(), words: z.string() });

/** A row of the dataset as one line of a JSONL file (`domain/ai/dataset/dataset-line.ts`). `id` and `split` follow from the text. */
export const DatasetLine = z.object({
  id: z.string().max(100).default(''),
  description: z.string().trim().min(1, 'Give the text of the description.').max(mostDescription),
  split: z.enum(['dev', 'test']).optional(),
  job: z.string().max(200).nullable().default(null),
  source: z.string().max(200).nullable().default(null),
  workType: z.literal([1, 2, 3]).nullable().default(null),
  labels: z
    .array(z.object({ by: z.string().trim().min(1).max(200), at: z.iso.datetime(), reading: DatasetReading }))
    .max(10)
    .default([]),
  settled: DatasetReading.nullable().default(null),
});
export type DatasetLine = z.infer<typeof DatasetLine>;

/** Most refused lines that the reply of an upload lists. */
export const mostRefusedLines = 100;

export const uploadDataset = endpoint('POST /api/ai/dataset/:cust/upload', {
  about:
    'Adds rows from a JSONL file, one object a line. A line with a mistake is refused alone; labels of a text that is there are added to it.',
  args: z.object({
    cust: CustomerRef,
    file: z.instanceof(Uint8Array, { error: 'Choose a file' }),
    fileName: z.string().max(400).default(''),
  }),
  upload: 'file',
  /** `refused` lists the first 100 lines; `refusedLines` counts all. */
  reply: z.object({
    added: z.number(),
    changed: z.number(),
    /** Texts for which the dataset has no room. */
    left: z.number(),
    refusedLines: z.number(),
    refused: z.array(RefusedLine),
  }),
  fails: ['invalid', 'forbidden', 'not_found', 'too_large'],
  needs: 'admin',
  offline: 'online',
  example: {
    added: 98,
    changed: 1,
    left: 0,
    refusedLines: 1,
    refused: [{ line: 7, words: 'description: Give the text of the description.' }],
  },
});

export const downloadDataset = endpoint('GET /api/ai/dataset/:cust/file/:which', {
  about: 'The dataset as JSONL, one row a line: all rows, those to improve with (`dev`), or those to measure with (`test`).',
  args: z.object({ cust: CustomerRef, which: z.enum(['all', 'dev', 'test']) }),
  reply: z.string(),
  raw: 'file',
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: '{"id":"5f3a","description":"Nights 19:00-07:00"}\n',
});

export const datasetEndpoints = [listDataset, labelDatasetRow, fillDataset, uploadDataset, downloadDataset];
