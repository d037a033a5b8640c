import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { RuleDraft } from '../rows/rule-rows.ts';

export const listPrompts = endpoint('GET /api/ai/list/:cust', {
  about: 'The prompts that answer for a customer, and the engine of each: `ai` if it is connected to a model.',
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
    /** The stand-in of the demo answered, not a model. */
    standIn: z.boolean().default(false),
    /** Assumptions of the draft that the description does not state, one sentence each. */
    assumed: z.array(z.string()),
    /** Why the AI endpoint did not respond, if it was called. */
    notice: z.string().nullable(),
  }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'rules.write',
  offline: 'online',
  example: {
    draftId: 3,
    rule: example,
    engine: 'built-in',
    standIn: false,
    assumed: ['It is for all work types.'],
    notice: null,
  },
});

export const ruleDraftEndpoints = [listPrompts, draftRule];
