import { sql } from 'kysely';
import type { AiModel } from '#contract/ai/models.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** All models, by engine and name, with the number of prompts that use each in production or in their newest version. */
export async function modelsOf(db: Db | Tx): Promise<AiModel[]> {
  const { rows } = await sql<AiModel>`
    with used as (
      select distinct p.id, coalesce(v.model_id, e.default_model_id) as model_id
      from ai_prompt p join ai_prompt_version v on v.prompt_id = p.id
      join ai_engine e on e.id = v.engine_id
      where not p.deleted and (v.version = p.production
        or v.version = (select max(n.version) from ai_prompt_version n where n.prompt_id = p.id))
    )
    select m.id, m.name, m.engine_id as "engineId", e.name as engine, m.admin_only as "adminOnly",
      (select count(*)::integer from used u where u.model_id = m.id) as prompts,
      e.default_model_id is not distinct from m.id as "isDefault", m.price_in as "priceIn", m.price_out as "priceOut",
      m.answers_as as "answersAs", m.stand_in as "standIn", m.checked_at as "checkedAt", m.check_words as "checkWords",
      m.check_milliseconds as "checkMilliseconds"
    from ai_model m join ai_engine e on e.id = m.engine_id order by m.engine_id, lower(m.name)`.execute(db);
  return rows;
}

export const modelOf = async (db: Db | Tx, id: number): Promise<AiModel | undefined> =>
  (await modelsOf(db)).find((model) => model.id === id);

/**
 * Descriptions of the prompts that use a model: in production, or with `newest` also in their newest version. A version that names no
 * model uses the default one of its engine.
 */
export async function promptsUsing(db: Db | Tx, modelId: number, newest: boolean): Promise<string[]> {
  const { rows } = await sql<{ description: string }>`
    select distinct v.description from ai_prompt p join ai_prompt_version v on v.prompt_id = p.id
    join ai_engine e on e.id = v.engine_id
    where not p.deleted and coalesce(v.model_id, e.default_model_id) = ${modelId} and (v.version = p.production
      or (${newest} and v.version = (select max(n.version) from ai_prompt_version n where n.prompt_id = p.id)))
    order by v.description`.execute(db);
  return rows.map(({ description }) => description);
}
