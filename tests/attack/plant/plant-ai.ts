import { measure } from '#domain/ai/measure/measure.ts';
import { type PlantedRow, uuidOf } from './planted.ts';

/** Rows of AI drafts, calls, measurements and feedback of customer `n`, with the text `c`. */
export const aiRows = (n: number, c: string, at: string): readonly PlantedRow[] => [
  ['rule_draft', { id: n, user_id: n, description: c, engine: 'built-in', draft: JSON.stringify({ c }), at }],
  ['ai_answer', { rule_id: n, digest: c, prompt: c, state: 'answered', model: c, next_at: at, at }],
  ['ai_prompt_customer', { prompt_id: n }],
  [
    'ai_call',
    {
      id: n,
      ref: uuidOf(n),
      at,
      operation: 3,
      prompt_id: n,
      version: 1,
      engine_id: 1,
      engine: c,
      model: c,
      test: false,
      stand_in: false,
      outcome: 'answered',
      words: c,
      milliseconds: 1,
      tokens_in: 1,
      tokens_out: 1,
      counted: true,
      sealed: c,
    },
  ],
  [
    'ai_measurement',
    {
      id: n,
      prompt_id: n,
      version: 1,
      split: 'dev',
      model: c,
      own_model: true,
      by: c,
      at,
      figures: JSON.stringify(measure([])),
    },
  ],
  [
    'ai_measured_row',
    {
      measurement_id: n,
      row_id: n,
      outcome: 'answered',
      reading: JSON.stringify({ shift: null, rate: { substring: c, rate: 77, minRate: null } }),
      milliseconds: 1,
    },
  ],
  ['ai_feedback', { id: n, user_id: n, message: c, operation: 1, at }],
];
