import type { Services } from '#server/kit/http/handle.ts';
import { aiEndpoint, keepAi } from '../../ai/engines/first-engine.ts';
import { standInModels } from './stand-in-answers.ts';

/**
 * Connects engine 1 of the demo to the stand-in, whose port changes with each start, and adds its models. An endpoint that people
 * entered stays, and so does an engine that they disconnected.
 */
export async function seedEngine({ db, secrets }: Services, url: string): Promise<void> {
  const [careful, hasty] = Object.keys(standInModels) as [string, string];
  const saved = await aiEndpoint({ db, secrets });
  const known = await db.selectFrom('ai_model').select('name').where('engine_id', '=', 1).execute();
  const isFirstStart = saved === null && known.length === 0;
  if (!isFirstStart && !saved?.url.startsWith('http://127.0.0.1:')) return;
  const allow = [new URL(url).host];
  await db.transaction().execute(async (tx) => {
    await keepAi({ db: tx, secrets }, { url: `${url}/v1`, model: saved?.model ?? careful, allow, key: undefined });
    if (!isFirstStart) return;
    await tx.insertInto('ai_model').values({ engine_id: 1, name: hasty }).execute();
    await tx.updateTable('ai_model').set({ stand_in: true, answers_as: 'json_schema' }).where('engine_id', '=', 1).execute();
  });
}
