import { sql } from 'kysely';
import type * as z from 'zod';
import type { AiPrompt, AiPromptDraft } from '#contract/ai/prompts.ts';
import { correctedMinLength, correctedTemperature } from '#domain/ai/corrected-numbers.ts';
import { operationOf } from '#domain/ai/operations.ts';
import { placeholderProblems, propertiesProblem } from '#domain/ai/prompt-text.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { engineOf } from '../rows/engine-rows.ts';
import { modelOf } from '../rows/model-rows.ts';
import { promptsOf } from '../rows/prompt-rows.ts';

type Draft = z.output<typeof AiPromptDraft>;
type Problem = Record<string, string>;

/** What a new version says; its numbers are corrected as documented. */
type NewVersion = {
  readonly draft: Draft;
  readonly customers: readonly number[];
  /** Keeps the version in production. */
  readonly stage: boolean;
  readonly note: string;
  readonly by: string;
  readonly at: Date;
};

/** What is wrong with a prompt by its field, named as the form names it; null if nothing is. */
export async function promptProblem(tx: Tx, { draft, customers, stage }: NewVersion, before?: AiPrompt): Promise<Problem | null> {
  const operation = operationOf(draft.operation);
  if (!operation) return { operation: 'This operation does not exist: choose another one.' };
  if (before && before.operation !== draft.operation) return { operation: 'A prompt keeps its operation: add another prompt.' };
  if (draft.parser && draft.operation !== 4)
    return { parser: 'Only prompts of the operation “Email parser” are parsers: turn this off, or choose that operation.' };
  const [placeholder] = placeholderProblems(draft.prompt, draft.operation);
  if (placeholder) return { prompt: placeholder.words };
  const properties = propertiesProblem(draft.resultProperties, operation);
  if (properties !== null) return { resultProperties: properties };
  const lost = await unknownCustomers(tx, customers);
  if (lost.length > 0) return { assignedCustomerIds: `There is no customer ${lost.join(', ')}: remove it from the prompt.` };
  const inProduction = !stage || (before?.production ?? null) !== null;
  const wrong = await modelProblem(tx, draft, !stage);
  return wrong ?? (inProduction ? takenProblem(tx, draft.operation, customers, before?.id ?? 0) : null);
}

/** Why a version cannot use its engine and model; null if it can. */
export async function modelProblem(
  tx: Tx,
  { engineId, modelId }: Pick<Draft, 'engineId' | 'modelId'>,
  inProduction: boolean,
): Promise<Problem | null> {
  const engine = await engineOf(tx, engineId);
  if (!engine) return { engineId: 'This engine does not exist any more: choose another one.' };
  if (modelId === null) return null;
  const model = await modelOf(tx, modelId);
  if (!model) return { modelId: 'This model was deleted: choose another one.' };
  if (model.engineId !== engineId)
    return { modelId: `“${model.name}” is no model of “${engine.name}”: choose one of its models.` };
  if (model.adminOnly && inProduction)
    return { modelId: `“${model.name}” is for administrators only: choose another model, or stage this version for tests.` };
  return null;
}

/** Two prompts in production for one operation and customer would contradict each other. Names the other one. */
export async function takenProblem(tx: Tx, operation: number, customers: readonly number[], id: number): Promise<Problem | null> {
  const others = (await promptsOf(tx)).filter(
    (each) => each.id !== id && each.operation === operation && each.production !== null,
  );
  if (customers.length === 0) {
    const general = others.find((each) => each.customers.length === 0);
    if (!general) return null;
    const words = `“${general.description}” answers this operation for all customers already: assign customers, or stage this version.`;
    return { assignedCustomerIds: words };
  }
  for (const other of others) {
    const both = other.customers.filter((customer) => customers.includes(customer.id)).map(({ name }) => name);
    if (both.length > 0)
      return {
        assignedCustomerIds: `“${other.description}” answers this operation for ${both.join(', ')} already: remove ${both.length === 1 ? 'the customer' : 'these customers'} there or here.`,
      };
  }
  return null;
}

async function unknownCustomers(tx: Tx, customers: readonly number[]): Promise<number[]> {
  if (customers.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select id from customer where id = any(${[...customers]}::integer[]) and deleted_at is null and not provider`.execute(tx);
  return customers.filter((id) => !rows.some((row) => row.id === id));
}

/** Stores a version and whom the prompt is for. Returns the id of the prompt and the number of the version. */
export async function storeVersion(tx: Tx, next: NewVersion, before?: AiPrompt): Promise<{ id: number; version: number }> {
  const { draft, customers, stage, note, by, at } = next;
  const general = customers.length === 0;
  const added = before
    ? undefined
    : await tx.insertInto('ai_prompt').values({ operation: draft.operation, general }).returning('id').executeTakeFirstOrThrow();
  const id = before?.id ?? added?.id ?? 0;
  const version = (before?.version ?? 0) + 1;
  await tx
    .insertInto('ai_prompt_version')
    .values({
      prompt_id: id,
      version,
      description: draft.description,
      prompt: draft.prompt,
      engine_id: draft.engineId,
      model_id: draft.modelId,
      temperature: correctedTemperature(draft.temperature),
      format: draft.format,
      parser: draft.parser,
      min_request_length: correctedMinLength(draft.minRequestLength),
      properties: JSON.stringify(draft.resultProperties),
      by,
      note,
      at,
    })
    .execute();
  await tx
    .updateTable('ai_prompt')
    .set({ general, ...(!stage && { production: version }) })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('ai_prompt_customer').where('prompt_id', '=', id).execute();
  if (customers.length > 0)
    await tx
      .insertInto('ai_prompt_customer')
      .values(customers.map((customer_id) => ({ customer_id, prompt_id: id })))
      .execute();
  return { id, version };
}
