import { testAiPrompt } from '#contract/ai/prompts.ts';
import { no, ok } from '#contract/kit/result.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { askPrompt, routeOf } from '../ask/ask-prompt.ts';
import { askedVersion } from '../rows/prompt-rows.ts';

/**
 * The test of a prompt. `exampleWords` are Jobdock's words for the placeholders of each operation, which belong to areas above this
 * one.
 */
export const promptTestRoutes = (exampleWords: Readonly<Record<number, Readonly<Record<string, string>>>>): Handler[] => [
  handle(
    testAiPrompt,
    { audit: 'none: it asks a model and changes nothing; the log of calls has it' },
    async ({ cust, id, text, version, modelId }, { services }) => {
      const prompt = await askedVersion(services.db, id, version);
      if (!prompt) return no({ kind: 'not_found' });
      const asked = { customerId: cust, data: text, test: true, ...(modelId !== null && { modelId }) };
      const route = await routeOf(services, prompt, asked);
      if (!route)
        return no({
          kind: 'invalid',
          fields: { modelId: 'The engine of this prompt is not connected, or has no such model. Connect it under AI models.' },
        });
      const call = await askPrompt(services, prompt, route, { ...asked, fill: exampleWords[prompt.operation] ?? {} });
      if ('final' in call) return no({ kind: 'invalid', fields: { text: call.words } });
      const { answer, value, outcome, words, model, tokensIn, tokensOut, cost } = call;
      return ok({
        outcome,
        words,
        result: value,
        raw: answer.raw,
        model,
        version: call.version,
        standIn: answer.standIn,
        milliseconds: answer.milliseconds,
        tokensIn,
        tokensOut,
        cost,
      });
    },
  ),
];
