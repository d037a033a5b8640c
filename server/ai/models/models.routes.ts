import { type AiModel, checkAiModel, listAiModels, listModelsOfEngine, removeAiModel, saveAiModel } from '#contract/ai/models.ts';
import { no, ok } from '#contract/kit/result.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { checkModel } from '../client/check-model.ts';
import { engineKey, engineOf } from '../rows/engine-rows.ts';
import { modelOf, modelsOf, promptsUsing } from '../rows/model-rows.ts';

/** “A” and “B”, or with a count if there are more than three. */
const named = (prompts: readonly string[]): string => {
  const [first, ...rest] = prompts.map((prompt) => `“${prompt}”`);
  if (rest.length === 0) return first ?? '';
  return rest.length < 3
    ? `${[first, ...rest.slice(0, -1)].join(', ')} and ${rest.at(-1)}`
    : `${first} and ${rest.length} others`;
};

export const aiModelRoutes: Handler[] = [
  handle(listAiModels, async (_args, { services }) => ok(await modelsOf(services.db))),
  handle(listModelsOfEngine, async ({ engineId }, { services }) => {
    if (!(await engineOf(services.db, engineId))) return no({ kind: 'not_found' });
    return ok((await modelsOf(services.db)).filter((model) => model.engineId === engineId));
  }),
  handle(saveAiModel, { audit: 'ai.model.save' }, async ({ id, ...draft }, { tx }) => {
    const before = id === 0 ? undefined : await modelOf(tx, id);
    if (id !== 0 && !before) return no({ kind: 'not_found' });
    const wrong = await problemOf(tx, draft, before);
    if (wrong) return no({ kind: 'invalid', fields: wrong });
    const { name, engineId, adminOnly, isDefault, priceIn, priceOut } = draft;
    const values = { name, admin_only: adminOnly, price_in: priceIn, price_out: priceOut };
    const added = before
      ? undefined
      : await tx
          .insertInto('ai_model')
          .values({ ...values, engine_id: engineId })
          .returning('id')
          .executeTakeFirstOrThrow();
    const saved = added?.id ?? id;
    // Another model: what was learned about the former one does not hold for it.
    const renamed = before !== undefined && before.name !== name;
    const unlearned = { answers_as: null, stand_in: false, checked_at: null, check_words: null, check_milliseconds: null };
    if (before)
      await tx
        .updateTable('ai_model')
        .set({ ...values, ...(renamed && unlearned) })
        .where('id', '=', id)
        .execute();
    const engine = await engineOf(tx, engineId);
    const makeDefault = isDefault || engine?.defaultModelId === null;
    if (makeDefault) await tx.updateTable('ai_engine').set({ default_model_id: saved }).where('id', '=', engineId).execute();
    const after = await modelOf(tx, saved);
    if (!after) throw new Error(`model ${saved} was not written`);
    return done(after, {
      object: ['aiModel', saved],
      changed: changesBetween(before ? factsOf(before) : null, factsOf(after)),
      facts: { name },
    });
  }),
  handle(removeAiModel, { audit: 'ai.model.remove' }, async ({ id }, { tx }) => {
    const model = await modelOf(tx, id);
    if (!model) return no({ kind: 'not_found' });
    const prompts = await promptsUsing(tx, id, true);
    if (prompts.length > 0)
      return no({
        kind: 'invalid',
        fields: { id: `“${model.name}” is used by ${named(prompts)}: choose another model there first.` },
      });
    await tx.updateTable('ai_engine').set({ default_model_id: null }).where('default_model_id', '=', id).execute();
    await tx.deleteFrom('ai_model').where('id', '=', id).execute();
    return done({ name: model.name }, { object: ['aiModel', id], facts: { name: model.name, engine: model.engine } });
  }),
  handle(
    checkAiModel,
    { audit: 'none: it asks a model one question and notes how it answered' },
    async ({ id }, { services }) => {
      const { db, now } = services;
      const model = await modelOf(db, id);
      const engine = model && (await engineOf(db, model.engineId));
      if (!model || !engine) return no({ kind: 'not_found' });
      const { url, allow } = engine;
      if (url === null)
        return no({ kind: 'invalid', fields: { id: `“${engine.name}” is not connected to an endpoint: connect it first.` } });
      const answer = await checkModel({ url, allow, key: await engineKey(services, engine.id) }, model.name);
      const works = answer.outcome === 'answered';
      await db
        .updateTable('ai_model')
        .set({
          ...(works && { answers_as: answer.form, stand_in: answer.standIn }),
          checked_at: now(),
          check_words: answer.words,
          check_milliseconds: works ? answer.milliseconds : null,
        })
        .where('id', '=', id)
        .execute();
      const after = await modelOf(db, id);
      return after ? ok(after) : no({ kind: 'not_found' });
    },
  ),
];

type Draft = Pick<AiModel, 'name' | 'engineId' | 'adminOnly' | 'isDefault'>;

/** What is wrong with a model, by its field; null if nothing is. */
async function problemOf(tx: Tx, draft: Draft, before: AiModel | undefined): Promise<Record<string, string> | null> {
  const { name, engineId, adminOnly, isDefault } = draft;
  const engine = await engineOf(tx, engineId);
  if (!engine) return { engineId: 'This engine does not exist: choose another one.' };
  if (engine.kind === 'built-in') return { engineId: 'The built-in engine has no models: choose a connection.' };
  if (before && before.engineId !== engineId) return { engineId: 'A model keeps its engine: add another model.' };
  const same = (await modelsOf(tx)).find(
    (model) => model.engineId === engineId && model.id !== before?.id && model.name.toLowerCase() === name.toLowerCase(),
  );
  if (same) return { name: `“${same.name}” is a model of “${engine.name}” already.` };
  if (!adminOnly) return null;
  if (isDefault || before?.isDefault)
    return { adminOnly: 'The default model answers all customers: make another model the default first.' };
  const prompts = before ? await promptsUsing(tx, before.id, false) : [];
  if (prompts.length > 0) return { adminOnly: `${named(prompts)} in production use it: choose another model there first.` };
  return null;
}

/** The parts of a model that a person changes, for the audit. */
const factsOf = ({ name, engine, adminOnly, isDefault, priceIn, priceOut }: AiModel) => ({
  name,
  engine,
  adminOnly,
  isDefault,
  priceIn,
  priceOut,
});
