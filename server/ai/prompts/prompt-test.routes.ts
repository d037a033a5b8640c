import { testAiPrompt } from '#contract/ai/prompts.ts';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { readingOfAnswer } from '#domain/ai/dataset/answer-reading.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { askPrompt, routeOf } from '../ask/ask-prompt.ts';
import { storeProposal } from '../dataset/store-proposal.ts';
import { askedVersion } from '../rows/prompt-rows.ts';

/** The operation whose answers are readings of a description. */
const shiftAndRate = 1;

/**
 * The test of a prompt. `exampleWords` are Jobdock's words for the placeholders of each operation, which belong to areas above this
 * one.
 */
export const promptTestRoutes = (exampleWords: Readonly<Record<number, Readonly<Record<string, string>>>>): Handler[] => [
  handle(
    testAiPrompt,
    { audit: 'none: it asks a model; the log of calls has it, and a row of the dataset names the model' },
    async ({ cust, id, text, rowId, version, modelId }, { services }) => {
      const prompt = await askedVersion(services.db, id, version);
      if (!prompt) return no({ kind: 'not_found' });
      const row = rowId === null ? undefined : (await storedRow(services.db, cust, 'datasetRow', rowId))?.row;
      if (rowId !== null && !row) return no(absent('datasetRow', rowId));
      const asked = { customerId: cust, data: row?.description ?? text, test: true, ...(modelId !== null && { modelId }) };
      const route = await routeOf(services, prompt, asked);
      if (!route)
        return no({
          kind: 'invalid',
          fields: { modelId: 'The engine of this prompt is not connected, or has no such model. Connect it under AI models.' },
        });
      const call = await askPrompt(services, prompt, route, { ...asked, fill: exampleWords[prompt.operation] ?? {} });
      if ('final' in call) return no({ kind: 'invalid', fields: { text: call.words } });
      const { answer, value, outcome, words, model, tokensIn, tokensOut, cost } = call;
      if (row && value !== null && prompt.operation === shiftAndRate)
        await storeProposal(services.db, cust, row.id, {
          engine: `${model}, prompt ${id}`,
          reading: readingOfAnswer(value, row.description),
          certainty: null,
        });
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
