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

export const sendFeedback = endpoint('POST /api/feedback/:cust', {
  about:
    'Stores a person’s feedback on an AI result. `mask` sums the reasons; `optout` stops further questions to this person. It needs an answer or `optout`. A no with `toDataset` adds the description of the job to the dataset.',
  args: z.object({
    cust: CustomerRef,
    success: z.boolean().nullable().default(null),
    msg: z.string().max(mostFeedbackLength).default(''),
    optOut: wire('optout', z.boolean().default(false)),
    mask: Integer.min(0).max(everyFeedbackReason, 'Sum only the documented reasons').default(0),
    jobId: wire('jobid', Integer.nullable().default(null)),
    operationId: wire('opid', z.literal(100).default(100)),
    /** After a no: the job’s description joins the dataset, where people label it. */
    toDataset: z.boolean().default(false),
    objectType: wire('obtype', Integer.nullable().default(null)),
    objectId: wire('obid', Integer.nullable().default(null)),
  }),
  /** `added`: the description is now in the dataset; false also if it was there. */
  reply: z.object({ kept: z.boolean(), added: z.boolean() }),
  fails: ['invalid', 'not_found'],
  needs: 'session',
  offline: 'online',
  example: { kept: true, added: false },
});

export const feedbackEndpoints = [sendFeedback];
