import { sql } from 'kysely';
import type { AiPrompt, AiPromptVersion } from '#contract/ai/prompts.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** Columns of a version under the names of the contract. */
const versionColumns = sql`v.engine_id as "engineId", v.model_id as "modelId", v.temperature, v.format, v.parser,
  v.min_request_length as "minRequestLength", v.prompt, v.description, v.properties as "resultProperties", v.version, v.at`;

/** A prompt with the models that it uses: of the version in production and of the newest one. */
export type PromptRow = AiPrompt & { readonly usedModelIds: readonly number[] };

/** All prompts by their newest versions, with the customers that each is for. Not for a connection that is limited to customers. */
export async function promptsOf(db: Db | Tx): Promise<PromptRow[]> {
  const { rows } = await sql<PromptRow>`
    select p.id, p.operation, p.production, ${versionColumns}, e.name as engine,
      m.name as model, coalesce(m.stand_in, false) as "standIn",
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by lower(c.name))
        from ai_prompt_customer a join customer c on c.id = a.customer_id and c.deleted_at is null
        where a.prompt_id = p.id), '[]') as customers,
      coalesce((select jsonb_agg(distinct coalesce(u.model_id, b.default_model_id)) from ai_prompt_version u
        join ai_engine b on b.id = u.engine_id where u.prompt_id = p.id and u.version in (p.production, v.version)), '[]') as "usedModelIds"
    from ai_prompt p
    join ai_prompt_version v on v.prompt_id = p.id
      and v.version = (select max(n.version) from ai_prompt_version n where n.prompt_id = p.id)
    join ai_engine e on e.id = v.engine_id
    left join ai_model m on m.id = coalesce(v.model_id, e.default_model_id)
    where not p.deleted order by p.operation, p.id`.execute(db);
  return rows;
}

export const promptOf = async (db: Db | Tx, id: number): Promise<PromptRow | undefined> =>
  (await promptsOf(db)).find((prompt) => prompt.id === id);

/** The versions of a prompt, the newest first. */
export async function versionsOf(db: Db | Tx, promptId: number): Promise<AiPromptVersion[]> {
  const { rows } = await sql<AiPromptVersion>`
    select ${versionColumns}, v.by, v.note from ai_prompt_version v where v.prompt_id = ${promptId} order by v.version desc`.execute(
    db,
  );
  return rows;
}

/** A prompt as it is asked: one of its versions. */
export type AskedPrompt = {
  readonly promptId: number;
  readonly operation: number;
  readonly version: number;
  readonly prompt: string;
  readonly description: string;
  readonly engineId: number;
  readonly modelId: number | null;
  readonly temperature: number | null;
  readonly format: 'text' | 'json_object';
  readonly minRequestLength: number | null;
  readonly resultProperties: readonly string[];
};

/**
 * The prompts in production that a customer's questions go to, the operation's first: one that is assigned to the customer beats the
 * general one. Prompts of other customers are never among them.
 */
export async function promptsFor(db: Db | Tx, customerId: number, operation: number | null): Promise<AskedPrompt[]> {
  const { rows } = await sql<AskedPrompt>`
    select distinct on (p.operation) p.id as "promptId", p.operation, ${versionColumns}
    from ai_prompt p join ai_prompt_version v on v.prompt_id = p.id and v.version = p.production
    left join ai_prompt_customer a on a.prompt_id = p.id and a.customer_id = ${customerId}
    where not p.deleted and (p.general or a.prompt_id is not null)
      and (${operation}::integer is null or p.operation = ${operation})
    order by p.operation, p.general, p.id`.execute(db);
  return rows;
}

/** One version of a prompt, as it is asked. Without `version` the newest one. */
export async function askedVersion(db: Db | Tx, promptId: number, version: number | null): Promise<AskedPrompt | undefined> {
  const { rows } = await sql<AskedPrompt>`
    select p.id as "promptId", p.operation, ${versionColumns}
    from ai_prompt p join ai_prompt_version v on v.prompt_id = p.id
    where p.id = ${promptId} and not p.deleted and (${version}::integer is null or v.version = ${version})
    order by v.version desc limit 1`.execute(db);
  return rows[0];
}
