import { sql } from 'kysely';
import type { Db } from '#server/kit/db/connection.ts';
import { serviceValue } from '#server/kit/db/service-items.ts';

/** What models did for a customer in the last 24 hours, or for all customers that the connection may read. */
export async function usedInDay(db: Db, customerId: number | null, now: Date) {
  const since = new Date(now.getTime() - 86_400_000);
  const { rows } = await sql<{ calls: number; tokens: number; milliseconds: number; cost: number }>`
    select count(*)::integer as calls, coalesce(sum(tokens_in + tokens_out), 0)::bigint as tokens,
      coalesce(sum(milliseconds), 0)::bigint as milliseconds, coalesce(sum(cost), 0)::numeric as cost
    from ai_call where (${customerId}::integer is null or customer_id = ${customerId}) and at > ${since}`.execute(db);
  return rows[0] ?? { calls: 0, tokens: 0, milliseconds: 0, cost: 0 };
}

/** The tokens and seconds that a customer may use in 24 hours. */
export async function budgetOf(db: Db, customerId: number) {
  return {
    mostTokens: await serviceValue(db, 'ai.tokensPerDay', customerId),
    mostSeconds: await serviceValue(db, 'ai.secondsPerDay', customerId),
  };
}

/** Why a customer's budget allows no further question; null if it does. */
export async function budgetProblem(db: Db, customerId: number, now: Date): Promise<string | null> {
  const [{ tokens, milliseconds }, { mostTokens, mostSeconds }] = await Promise.all([
    usedInDay(db, customerId, now),
    budgetOf(db, customerId),
  ]);
  if (tokens >= mostTokens) return `The AI budget is used up: ${mostTokens.toLocaleString('en-US')} tokens in 24 hours.`;
  if (milliseconds >= mostSeconds * 1000)
    return `The AI budget is used up: ${mostSeconds.toLocaleString('en-US')} seconds in 24 hours.`;
  return null;
}
