import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, Instant } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';

/** One call to a model, without its texts. */
export const AiCall = z.object({
  id: z.number(),
  customerId: z.number(),
  customer: z.string(),
  at: Instant,
  operation: z.number(),
  promptId: z.number(),
  version: z.number(),
  engine: z.string(),
  model: z.string(),
  /** A person tested a prompt: no answer was used. */
  test: z.boolean(),
  standIn: z.boolean(),
  outcome: z.string(),
  /** What the outcome means, as a sentence. */
  words: z.string(),
  milliseconds: z.number(),
  tokensIn: z.number(),
  tokensOut: z.number(),
  /** The endpoint counted the tokens; otherwise they are estimated, four characters a token. */
  counted: z.boolean(),
  /** US dollars; null if the model has no price. */
  cost: z.number().nullable(),
});
export type AiCall = z.infer<typeof AiCall>;

export const listAiCalls = endpoint('GET /api/aicalls/:cust', {
  about:
    'Calls to models for a customer in the last 30 days, the newest first, without their texts; -1 for all customers. With the budget of the last 24 hours.',
  args: z.object({ cust: CustomerRef, limit: z.coerce.number().int().min(1).max(500).default(100) }),
  reply: newestOf(AiCall).extend({
    day: z.object({
      calls: z.number(),
      tokens: z.number(),
      milliseconds: z.number(),
      cost: z.number(),
      /** What a customer may use in 24 hours; null for all customers, each of which has its own. */
      mostTokens: z.number().nullable(),
      mostSeconds: z.number().nullable(),
    }),
  }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: {
    total: 1,
    rows: [
      {
        id: 41,
        customerId: 2,
        customer: 'Harborview Staffing',
        at: '2026-11-21T09:30:00.000Z',
        operation: 3,
        promptId: 3,
        version: 1,
        engine: 'AI endpoint',
        model: 'small-2',
        test: false,
        standIn: false,
        outcome: 'answered',
        words: 'Answered',
        milliseconds: 640,
        tokensIn: 120,
        tokensOut: 8,
        counted: true,
        cost: 0.000072,
      },
    ],
    day: { calls: 12, tokens: 5100, milliseconds: 9200, cost: 0.004, mostTokens: 1_000_000, mostSeconds: 3600 },
  },
});

export const readAiCallTexts = endpoint('POST /api/aicalls/:cust/:id/texts', {
  about: 'What one call asked and what was answered. Needs a fresh confirmation of who reads it, and is audited.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: z.object({ asked: z.string(), answered: z.string() }),
  fails: ['invalid', 'forbidden', 'not_found', 'confirm_identity'],
  needs: 'admin',
  offline: 'online',
  example: { asked: 'Which floor is meant? Fourth floor west', answered: '{"value":"4 West"}' },
});

export const aiCallEndpoints = [listAiCalls, readAiCallTexts];
