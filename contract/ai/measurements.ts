import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, Instant, PageNumber, RowId } from '../kit/ids.ts';
import { DatasetReading } from '../rows/dataset-row.ts';
import { LongWork, queuedWork } from '../system/long-work.ts';

/** A share with its 95 % interval, from 0 to 1; null if nothing was counted. `of` is the number of cases. */
const Share = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  of: z.number(),
});

const PropertyName = z.enum([
  'startTime',
  'endTime',
  'shiftLength',
  'numberOfShifts',
  'modifiers',
  'shiftText',
  'billRate',
  'minBillRate',
  'billRateText',
]);

/** The parts of the dataset: rows to improve a prompt with, and rows to decide with. */
export const DatasetSplit = z.enum(['dev', 'test']);

/** The figures of a version on a part of a customer's dataset. `whole` counts rows of which every value is right. */
const Figures = z.object({
  rows: z.number(),
  whole: Share,
  properties: z.array(z.object({ name: PropertyName, exact: Share, precision: Share, recall: Share, f1: Share })).readonly(),
  /** Rows without an answer, by the outcome of the call. */
  unanswered: z.record(z.string(), z.number()),
  medianMilliseconds: z.number().nullable(),
  slowestMilliseconds: z.number().nullable(),
  /** US dollars of all rows; null if the model has no price. */
  cost: z.number().nullable(),
});

/** A measurement of a version of a prompt. */
export const AiMeasurement = z.object({
  id: z.number(),
  customerId: z.number(),
  customer: z.string(),
  promptId: z.number(),
  version: z.number(),
  split: DatasetSplit,
  model: z.string(),
  /** Measured with the model that the version names, not with another one. */
  ownModel: z.boolean(),
  standIn: z.boolean(),
  by: z.string(),
  at: Instant,
  figures: Figures,
});
export type AiMeasurement = z.infer<typeof AiMeasurement>;

/** A row of the dataset that was answered wrong. `wrong` names the values; all labeled ones where there is no answer. */
export const WrongRow = z.object({
  rowId: z.number(),
  description: z.string(),
  outcome: z.string(),
  wrong: z.array(PropertyName),
  read: DatasetReading.nullable(),
  labeled: DatasetReading,
});
export type WrongRow = z.infer<typeof WrongRow>;

const share = { value: 0.975, low: 0.94, high: 0.991, of: 200 };
const example: AiMeasurement = {
  id: 9,
  customerId: 2,
  customer: 'Harborview Staffing',
  promptId: 4,
  version: 2,
  split: 'test',
  model: 'small-2',
  ownModel: true,
  standIn: false,
  by: 'Priya Shah',
  at: '2026-11-28T09:30:00.000Z',
  figures: {
    rows: 200,
    whole: share,
    properties: [{ name: 'billRate', exact: share, precision: share, recall: share, f1: share }],
    unanswered: { unreadable: 1 },
    medianMilliseconds: 640,
    slowestMilliseconds: 2210,
    cost: 0.0412,
  },
};

export const measureAiPrompt = endpoint('POST /api/aiprompts/measure/:cust', {
  about:
    'Asks a version of a prompt about every settled row of a part of the customer’s dataset, whose log and budget count the calls. Long work. The result takes the place of the earlier one of the same version, model and part.',
  args: z.object({
    cust: CustomerRef,
    id: RowId,
    version: RowId,
    split: DatasetSplit,
    /** Another model than the version’s. */
    modelId: RowId.nullable().default(null),
  }),
  /** `message` says why nothing was queued; it is empty otherwise. */
  reply: z.object({ message: z.string(), work: LongWork.nullable() }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: {
    message: '',
    work: queuedWork({ id: 5, kind: 'ai-measure', name: 'Measure version 2 of “Shift and rate”', subjectId: 4, total: 200 }),
  },
});

export const listAiMeasurements = endpoint('GET /api/aiprompts/measurements/:id', {
  about:
    'The measurements of all versions of a prompt, the newest first, and the newest run: one that is not over, or how the last one ended.',
  args: z.object({ id: Id }),
  reply: z.object({ measurements: z.array(AiMeasurement), run: LongWork.nullable() }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: { measurements: [example], run: null },
});

/** Wrong rows on one page. */
export const wrongRowsOnPage = 20;

export const listWrongRows = endpoint('GET /api/aiprompts/measurement/:cust/:id/:page', {
  about: 'The rows of a measurement that were answered wrong by the labels of today, 20 a page, in the order of the dataset.',
  args: z.object({ cust: CustomerRef, id: Id, page: PageNumber }),
  reply: z.object({ total: z.number(), totalPages: z.number(), rows: z.array(WrongRow) }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: {
    total: 1,
    totalPages: 1,
    rows: [
      {
        rowId: 7,
        description: 'ICU, nights 19:00-07:00. Bill rate $92.50/h.',
        outcome: 'answered',
        wrong: ['billRate'],
        read: { shift: null, rate: { substring: '$92', rate: 92, minRate: null } },
        labeled: { shift: null, rate: { substring: '$92.50/h', rate: 92.5, minRate: null } },
      },
    ],
  },
});

/** Most lost rows that a warning shows with their words. */
export const mostLostRows = 50;

/** Why a version needs a confirmation before it goes to production: it is worse on test rows than the one that is there. */
export const WorseVersion = z.object({
  message: z.string(),
  /** Sent as `accept` to put the version into production all the same. Another measurement makes it void. */
  token: z.string(),
  /** By the customer whose dataset both versions were measured on. */
  comparisons: z.array(
    z.object({
      customerId: z.number(),
      customer: z.string(),
      rows: z.number(),
      lost: z.number(),
      won: z.number(),
      /** How likely so uneven a change is by chance, 0 to 1. */
      chance: z.number(),
      measurementId: z.number(),
      /** The first 50 lost rows. */
      lostRows: z.array(z.object({ rowId: z.number(), description: z.string() })),
    }),
  ),
});
export type WorseVersion = z.infer<typeof WorseVersion>;

export const aiMeasurementEndpoints = [measureAiPrompt, listAiMeasurements, listWrongRows];
