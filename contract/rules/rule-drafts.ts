import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { RuleDraft } from '../rows/rule-rows.ts';

/** Why a drafted rule was not what was meant: bit values, summed into a mask, as documented. */
export const feedbackReasons = {
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
const everyReason = Object.keys(feedbackReasons).reduce((mask, bit) => mask | Number(bit), 0);

export const listPrompts = endpoint('GET /api/ai/list/:cust', {
  about: 'What can be drafted from a description, and which engine answers.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(
    z.object({
      id: wire('ID', z.number()),
      operationType: wire('OpType', z.number()),
      hint: wire('Hint', z.string()),
      output: wire('Output', z.string()),
      engine: wire('EngineType', z.enum(['built-in', 'ai'])),
    }),
  ),
  fails: ['forbidden', 'not_found'],
  needs: 'rules.read',
  offline: 'cached',
  example: [{ id: 1, operationType: 100, hint: 'Cancel jobs of Mercy Hospital', output: 'rule', engine: 'built-in' }],
});

const example = {
  name: 'Cancel jobs of Mercy Hospital',
  source: '[Facility] equal "Mercy Hospital"',
  actionType: 5,
  fieldId: null,
  variable: null,
  operand: null,
  table: null,
  workType: null,
  sourceId: null,
  ord: 0,
  global: false,
  runOnExport: false,
  appliedToCancelledJobs: false,
  active: false,
  adminsOnly: false,
  disableAfterOn: null,
} as const;

export const draftRule = endpoint('POST /api/rules/airule/:cust', {
  about: 'Drafts a rule from a description. Nothing is saved: a person looks at the draft, changes it and saves it.',
  args: z.object({ cust: CustomerRef, description: z.string().trim().min(1, messages.ruleDescription).max(4000) }),
  reply: z.object({
    /** Names the draft for feedback. */
    draftId: wire('objID', z.number()),
    rule: RuleDraft,
    /** Which engine answered; `built-in` where no AI endpoint is set or it did not answer. */
    engine: z.enum(['built-in', 'ai']),
    /** What the draft takes for granted that the description did not say, one sentence each. */
    assumed: z.array(z.string()),
    /** Why the AI endpoint did not answer, where it was asked. */
    notice: z.string().nullable(),
  }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'rules.write',
  offline: 'online',
  example: { draftId: 3, rule: example, engine: 'built-in', assumed: ['It is for all work types.'], notice: null },
});

export const sendFeedback = endpoint('POST /api/feedback/:cust', {
  about: 'Keeps what a person says of an AI result. `mask` sums the reasons; opting out ends the questions for this person.',
  args: z.object({
    cust: CustomerRef,
    success: z.boolean().nullable().default(null),
    msg: z.string().max(4000).default(''),
    optOut: wire('optout', z.boolean().default(false)),
    mask: z.number().int().min(0).max(everyReason, 'Sum only the documented reasons').default(0),
    jobId: wire('jobid', z.number().int().nullable().default(null)),
    operationId: wire('opid', z.literal(100).default(100)),
    objectType: wire('obtype', z.number().int().nullable().default(null)),
    objectId: wire('obid', z.number().int().nullable().default(null)),
  }),
  reply: z.object({ kept: z.boolean() }),
  fails: ['invalid', 'not_found'],
  needs: 'session',
  offline: 'online',
  example: { kept: true },
});

export const ruleDraftEndpoints = [listPrompts, draftRule, sendFeedback];
