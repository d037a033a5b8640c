import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Integer } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { RuleDraft } from '../rows/rule-rows.ts';

/** Reasons why a drafted rule is wrong, by the documented bit; feedback sums the bits into a mask. */
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
  about: 'What AI can draft from a description, and which engine drafts it.',
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
  about: 'Drafts a rule from a description. Saves nothing: a person reviews, edits and saves the draft.',
  args: z.object({ cust: CustomerRef, description: z.string().trim().min(1, messages.ruleDescription).max(4000) }),
  reply: z.object({
    /** Identifies the draft in feedback. */
    draftId: wire('objID', z.number()),
    rule: RuleDraft,
    /** The engine that made the draft; `built-in` if no AI endpoint is set or it did not respond. */
    engine: z.enum(['built-in', 'ai']),
    /** Assumptions of the draft that the description does not state, one sentence each. */
    assumed: z.array(z.string()),
    /** Why the AI endpoint did not respond, if it was called. */
    notice: z.string().nullable(),
  }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'rules.write',
  offline: 'online',
  example: { draftId: 3, rule: example, engine: 'built-in', assumed: ['It is for all work types.'], notice: null },
});

export const sendFeedback = endpoint('POST /api/feedback/:cust', {
  about: 'Stores a person’s feedback on an AI result. `mask` sums the reasons; `optout` stops further questions to this person.',
  args: z.object({
    cust: CustomerRef,
    success: z.boolean().nullable().default(null),
    msg: z.string().max(4000).default(''),
    optOut: wire('optout', z.boolean().default(false)),
    mask: Integer.min(0).max(everyReason, 'Sum only the documented reasons').default(0),
    jobId: wire('jobid', Integer.nullable().default(null)),
    operationId: wire('opid', z.literal(100).default(100)),
    objectType: wire('obtype', Integer.nullable().default(null)),
    objectId: wire('obid', Integer.nullable().default(null)),
  }),
  reply: z.object({ kept: z.boolean() }),
  fails: ['invalid', 'not_found'],
  needs: 'session',
  offline: 'online',
  example: { kept: true },
});

export const ruleDraftEndpoints = [listPrompts, draftRule, sendFeedback];
