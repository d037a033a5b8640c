import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import type { AiCall } from '#contract/ai/calls.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { SealedStore } from '#server/kit/keys/rotate-data-keys.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';

/** A call to log, with its texts. */
type NewCall = Omit<AiCall, 'id' | 'customer' | 'at'> & {
  readonly engineId: number;
  readonly asked: string;
  readonly answered: string;
};

const placeOf = (customerId: number, ref: string) => ({ customerId, owner: `ai-call:${ref}`, field: 'texts' });
const Texts = z.object({ asked: z.string(), answered: z.string() });

/** The longest text that is kept of each side, in characters. */
const mostKept = 100_000;

/** Stores a call of a customer, its texts encrypted with the customer's data key. */
export async function logCall(
  { db, secrets, now }: { readonly db: Db; readonly secrets: Secrets; readonly now: () => Date },
  { asked, answered, ...call }: NewCall,
): Promise<void> {
  const ref = randomUUID();
  const texts = JSON.stringify({ asked: asked.slice(0, mostKept), answered: answered.slice(0, mostKept) });
  await db.transaction().execute(async (tx) => {
    const sealed = await secrets.seal(tx, placeOf(call.customerId, ref), texts);
    await tx
      .insertInto('ai_call')
      .values({
        customer_id: call.customerId,
        ref,
        at: now(),
        operation: call.operation,
        prompt_id: call.promptId,
        version: call.version,
        engine_id: call.engineId,
        engine: call.engine,
        model: call.model,
        test: call.test,
        stand_in: call.standIn,
        outcome: call.outcome,
        words: call.words,
        milliseconds: call.milliseconds,
        tokens_in: call.tokensIn,
        tokens_out: call.tokensOut,
        counted: call.counted,
        cost: call.cost,
        sealed,
      })
      .execute();
  });
}

/** The newest calls of a customer, or of all that the connection may read, and the number of all of them. */
export async function newestCalls(db: Db, customerId: number | null, limit: number): Promise<{ total: number; rows: AiCall[] }> {
  const of = sql`(${customerId}::integer is null or k.customer_id = ${customerId})`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<AiCall>`
      select k.id, k.customer_id as "customerId", c.name as customer, k.at, k.operation, k.prompt_id as "promptId", k.version,
        k.engine, k.model, k.test, k.stand_in as "standIn", k.outcome, k.words, k.milliseconds, k.tokens_in as "tokensIn",
        k.tokens_out as "tokensOut", k.counted, k.cost
      from ai_call k join customer c on c.id = k.customer_id where ${of}
      order by k.at desc, k.id desc limit ${limit}`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total from ai_call k where ${of}`.execute(db),
  ]);
  return { total: counted[0]?.total ?? 0, rows };
}

/** The texts of a call; null if there is no such call, or its texts do not open any more. */
export async function callTexts({ db, secrets }: { readonly db: Db; readonly secrets: Secrets }, customerId: number, id: number) {
  const row = await db
    .selectFrom('ai_call')
    .select(['ref', 'sealed', 'prompt_id', 'at'])
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
  const opened = row && (await secrets.open(db, placeOf(customerId, row.ref), row.sealed));
  return opened === undefined || row === undefined ? null : { texts: Texts.parse(JSON.parse(opened)), at: row.at };
}

/** The texts of calls, for the rotation of data keys. */
export const storedCallTexts: SealedStore = {
  async list(tx, customerId, keyId, { offset, limit }) {
    const rows = await tx
      .selectFrom('ai_call')
      .select(['ref', 'sealed'])
      .where('customer_id', '=', customerId)
      .where('sealed', 'not like', `${keyId}.%`)
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map(({ ref, sealed }) => ({ place: placeOf(customerId, ref), sealed }));
  },
  async replace(tx, { place, sealed: old }, sealed) {
    const done = await tx
      .updateTable('ai_call')
      .set({ sealed })
      .where('customer_id', '=', place.customerId)
      .where('ref', '=', place.owner.slice('ai-call:'.length))
      .where('sealed', '=', old)
      .executeTakeFirst();
    return done.numUpdatedRows === 1n;
  },
};
