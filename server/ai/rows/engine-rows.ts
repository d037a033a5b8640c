import { sql } from 'kysely';
import type { AiEngine } from '#contract/ai/engines.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';

/** The engine of the system settings' endpoint, and the built-in one. Both come with Jobdock. */
export const firstEngine = 1;
export const builtInEngine = 2;

/** Where an engine is reached. Its key is never part of it. */
export type EngineRow = {
  readonly id: number;
  readonly name: string;
  readonly kind: 'connection' | 'built-in';
  readonly url: string | null;
  readonly allow: readonly string[];
  readonly defaultModelId: number | null;
  readonly pausedUntil: string | null;
  readonly failures: number;
  readonly problem: string | null;
};

/** All engines, by their ids. Engines belong to no customer, so that a limited connection reads them, too. */
async function enginesOf(db: Db | Tx): Promise<EngineRow[]> {
  const rows = await db.selectFrom('ai_engine').selectAll().orderBy('id').execute();
  return rows.map(({ default_model_id, paused_until, ...engine }) => ({
    ...engine,
    defaultModelId: default_model_id,
    pausedUntil: paused_until,
  }));
}

export const engineOf = async (db: Db | Tx, id: number): Promise<EngineRow | undefined> =>
  (await enginesOf(db)).find((engine) => engine.id === id);

/** Whether any engine is connected to an endpoint. */
export async function hasEngine(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists(select from ai_engine where url is not null) as has`.execute(db);
  return rows[0]?.has === true;
}

/** Keys are secrets of the provider. That of engine 1 is where the system settings have always kept it. */
const placeOf = (customerId: number, engineId: number) => ({
  customerId,
  owner: engineId === firstEngine ? 'ai' : `ai-engine:${engineId}`,
  field: 'key',
});

type Ports = { readonly db: Db | Tx; readonly secrets: Secrets };

async function providerOf(db: Db | Tx): Promise<number | undefined> {
  const found = await db.selectFrom('customer').select('id').where('provider', '=', true).orderBy('id').executeTakeFirst();
  return found?.id;
}

/** The key of an engine; undefined if it has none. A transaction must not be limited to customers. */
export async function engineKey({ db, secrets }: Ports, engineId: number): Promise<string | undefined> {
  const whole = withoutScope(db);
  const provider = await providerOf(whole);
  return provider === undefined ? undefined : secrets.take(whole, placeOf(provider, engineId));
}

/** Stores the key of an engine, encrypted; null removes it. */
export async function keepEngineKey(
  { db, secrets }: { readonly db: Tx; readonly secrets: Secrets },
  engineId: number,
  key: string | null,
): Promise<void> {
  const provider = await providerOf(db);
  if (provider === undefined) throw new Error('there is no provider to keep the key of an engine for');
  await secrets.put(db, placeOf(provider, engineId), key);
}

/** The engines as administrators see them. */
export async function shownEngines(ports: Ports): Promise<AiEngine[]> {
  const [engines, models] = await Promise.all([
    enginesOf(ports.db),
    ports.db.selectFrom('ai_model').select(['engine_id', 'stand_in']).execute(),
  ]);
  const shown: AiEngine[] = [];
  for (const { id, name, kind, url, allow, pausedUntil, problem } of engines) {
    const own = models.filter(({ engine_id }) => engine_id === id);
    shown.push({
      id,
      name,
      kind,
      url,
      allow: [...allow],
      hasKey: (await engineKey(ports, id)) !== undefined,
      models: own.length,
      standIn: own.some(({ stand_in }) => stand_in),
      pausedUntil,
      problem,
    });
  }
  return shown;
}
