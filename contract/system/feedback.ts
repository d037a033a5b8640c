import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Integer } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { everyFeedbackReason, mostFeedbackLength } from '../rows/feedback.ts';

/** Reasons why a drafted rule is wrong, by the documented bit; feedback sums the bits into a mask. */
export const ruleReasons = {
  32: 'Shouldn’t have created rule',
  64: 'Incorrect criteria',
  128: 'Condition is wrong',
  256: 'Incorrect logic',
  512: 'Too many criteria',
  1024: 'Incomplete rule',
  2048: 'Wrong field selected',
  4096: 'Unexpected comparison',
  8192: 'Value format issue',
  16384: 'Missing action/condition',
} as const;

/** Reasons why a suggested mapping is wrong. The documents name none, so these are the bits below those of rules (decision 0083). */
export const mappingReasons = {
  1: 'Should not be mapped',
  2: 'Wrong value',
  4: 'Right name, wrong place',
  8: 'Right value is not in the list',
  16: 'Certainty is too high',
} as const;

/** Reasons why what was read from a description is wrong. The documents name none, so these are the bits above those of rules. */
export const readingReasons = {
  32768: 'Wrong shift',
  65536: 'Wrong bill rate',
  131072: 'Something was not read',
  262144: 'Something was read that is not there',
} as const;

/** Reasons why the answer of a prompt for a field, of a rule or of an email is wrong: the bits above those of readings. */
export const answerReasons = {
  524288: 'Wrong value',
  1048576: 'Not what was asked for',
  2097152: 'Not in what the AI was given',
} as const;

/** The reasons that fit what a prompt answers, by its operation. */
export const reasonsOfOperation = (operation: number): Readonly<Record<number, string>> =>
  ({ 1: readingReasons, 2: mappingReasons, 100: ruleReasons })[operation] ?? answerReasons;

/** What feedback is about besides the documented kinds of texts (1 to 4): `objectType`, of which `objectId` is the number. */
export const feedbackObjects = { prompt: 5, rule: 6 } as const;

export const sendFeedback = endpoint('POST /api/feedback/:cust', {
  about:
    'Stores a person’s feedback on an AI result. `mask` sums the reasons; `optout` stops further questions to this person. It needs an answer or `optout`. A no with `toDataset` adds the description of the job, or the text that an administrator sends, to the dataset.',
  args: z.object({
    cust: CustomerRef,
    success: z.boolean().nullable().default(null),
    msg: z.string().max(mostFeedbackLength).default(''),
    optOut: wire('optout', z.boolean().default(false)),
    mask: Integer.min(0).max(everyFeedbackReason, 'Sum only the documented reasons').default(0),
    jobId: wire('jobid', Integer.nullable().default(null)),
    operationId: wire('opid', z.literal(100).default(100)),
    /** After a no: the job’s description, or else `text`, joins the dataset, where people label it. */
    toDataset: z.boolean().default(false),
    /** A description that is no job’s, such as the text of a test. Administrators alone send one. */
    text: z.string().trim().max(100_000, 'Shorten this to 100,000 characters').nullable().default(null),
    objectType: wire('obtype', Integer.nullable().default(null)),
    objectId: wire('obid', Integer.nullable().default(null)),
  }),
  /** `added`: the description is now in the dataset; false also if it was there. */
  reply: z.object({ kept: z.boolean(), added: z.boolean() }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'session',
  offline: 'online',
  example: { kept: true, added: false },
});

export const feedbackEndpoints = [sendFeedback];
