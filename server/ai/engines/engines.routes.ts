import { listAiEngines, listAvailableModels, removeAiEngine, saveAiEngine } from '#contract/ai/engines.ts';
import { no, ok } from '#contract/kit/result.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { offeredModels } from '../client/chat-client.ts';
import { builtInEngine, engineKey, engineOf, keepEngineKey, shownEngines } from '../rows/engine-rows.ts';
import { rekey, wantsKey } from './key-host.ts';

export const aiEngineRoutes: Handler[] = [
  handle(listAiEngines, async (_args, { services }) => ok(await shownEngines(services))),
  handle(
    saveAiEngine,
    { audit: 'ai.engine.save', stepUp: ({ key }) => key !== undefined },
    async ({ id, name, url, allow, key }, { services: { secrets }, tx }) => {
      const ports = { db: tx, secrets };
      const engines = await shownEngines(ports);
      const before = engines.find((engine) => engine.id === id);
      if (id !== 0 && !before) return no({ kind: 'not_found' });
      if (before?.kind === 'built-in')
        return no({ kind: 'invalid', fields: { name: 'The built-in engine comes with Jobdock and cannot be changed.' } });
      if (engines.some((engine) => engine.id !== id && engine.name.toLowerCase() === name.toLowerCase()))
        return no({ kind: 'invalid', fields: { name: `An engine is called “${name}” already: choose another name.` } });
      if (wantsKey({ url, key }, before ?? null)) return no(rekey);
      const values = { name, url, allow: JSON.stringify(allow), paused_until: null, failures: 0, problem: null };
      const saved = before ? id : (await tx.insertInto('ai_engine').values(values).returning('id').executeTakeFirstOrThrow()).id;
      if (before) await tx.updateTable('ai_engine').set(values).where('id', '=', id).execute();
      if (url === null || key !== undefined) await keepEngineKey(ports, saved, url === null ? null : (key ?? null));
      const after = (await shownEngines(ports)).find((engine) => engine.id === saved);
      if (!after) throw new Error(`engine ${saved} was not written`);
      // The audit says only that the key was changed.
      const facts = { name, newKey: typeof key === 'string' };
      return done(after, { object: ['aiEngine', saved], changed: changesBetween(before ?? null, after), facts });
    },
  ),
  handle(removeAiEngine, { audit: 'ai.engine.remove' }, async ({ id }, { services: { secrets }, tx }) => {
    const engine = (await shownEngines({ db: tx, secrets })).find((each) => each.id === id);
    if (!engine) return no({ kind: 'not_found' });
    const refused = (words: string) => no({ kind: 'invalid', fields: { id: words } } as const);
    if (id <= builtInEngine) return refused(`“${engine.name}” comes with Jobdock and stays. Disconnect it instead.`);
    if (engine.models > 0)
      return refused(`“${engine.name}” has ${engine.models === 1 ? 'a model' : `${engine.models} models`}: remove them first.`);
    const used = await tx.selectFrom('ai_prompt_version').select('description').where('engine_id', '=', id).executeTakeFirst();
    if (used) return refused(`A version of the prompt “${used.description}” uses “${engine.name}”. Disconnect it instead.`);
    await keepEngineKey({ db: tx, secrets }, id, null);
    await tx.deleteFrom('ai_engine').where('id', '=', id).execute();
    return done({ name: engine.name }, { object: ['aiEngine', id], facts: { name: engine.name } });
  }),
  handle(listAvailableModels, async ({ engineId }, { services }) => {
    const engine = await engineOf(services.db, engineId);
    if (!engine) return no({ kind: 'not_found' });
    const { url, allow } = engine;
    if (url === null) return no({ kind: 'invalid', fields: { engineId: `“${engine.name}” is not connected to an endpoint.` } });
    const offered = await offeredModels({ url, allow, key: await engineKey(services, engineId) });
    return offered.ok ? ok(offered.value) : no({ kind: 'invalid', fields: { engineId: offered.error } });
  }),
];
