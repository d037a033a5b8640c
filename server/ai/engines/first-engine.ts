import type { AiDraft } from '#contract/system/system-settings.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import { engineKey, engineOf, firstEngine, keepEngineKey } from '../rows/engine-rows.ts';

/** Engine 1 in the words of the system settings, which had one endpoint with one model before there were engines. */
export type AiEndpoint = {
  readonly url: string;
  readonly model: string;
  readonly allow: readonly string[];
  readonly key: string | undefined;
};

/** The endpoint and default model of engine 1; null while it is not connected. A transaction must not be limited to customers. */
export async function aiEndpoint(ports: { readonly db: Db | Tx; readonly secrets: Secrets }): Promise<AiEndpoint | null> {
  const engine = await engineOf(ports.db, firstEngine);
  if (!engine || engine.url === null || engine.defaultModelId === null) return null;
  const model = await ports.db.selectFrom('ai_model').select('name').where('id', '=', engine.defaultModelId).executeTakeFirst();
  if (!model) return null;
  return { url: engine.url, model: model.name, allow: engine.allow, key: await engineKey(ports, firstEngine) };
}

/** Saves the endpoint of engine 1 and makes the model its default; null disconnects it. `key` undefined keeps the stored key. */
export async function keepAi(
  ports: { readonly db: Tx; readonly secrets: Secrets },
  ai: (Omit<AiDraft, 'key'> & { readonly key?: string | null | undefined }) | null,
): Promise<void> {
  const { db } = ports;
  const modelId = ai === null ? undefined : await defaultModel(db, ai.model);
  await db
    .updateTable('ai_engine')
    .set({
      url: ai?.url ?? null,
      allow: JSON.stringify(ai?.allow ?? []),
      paused_until: null,
      failures: 0,
      problem: null,
      ...(modelId !== undefined && { default_model_id: modelId }),
    })
    .where('id', '=', firstEngine)
    .execute();
  if (ai === null || ai.key !== undefined) await keepEngineKey(ports, firstEngine, ai?.key ?? null);
}

async function defaultModel(tx: Tx, name: string): Promise<number> {
  const known = await tx.selectFrom('ai_model').select(['id', 'name']).where('engine_id', '=', firstEngine).execute();
  const found = known.find((model) => model.name.toLowerCase() === name.toLowerCase());
  if (found) return found.id;
  const added = await tx
    .insertInto('ai_model')
    .values({ engine_id: firstEngine, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}
