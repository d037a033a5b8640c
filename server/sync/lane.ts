import { type RawBuilder, sql } from 'kysely';
import type { CommandResult } from '#contract/commands/commands.ts';
import type { Mutation, MutationOutcome } from '#contract/sync/sync.ts';
import type { StoredResult } from '../commands/check-mutation.ts';
import type { Sent } from '../commands/decide.ts';
import type { CommandOutcome } from '../commands/run-command.ts';
import { prepared, type Tx } from '../kit/db/connection.ts';
import type { Actor, Services } from '../kit/http/handle.ts';

export type Push = {
  readonly protocol: number;
  readonly clientId: string;
  readonly customerId: number;
  readonly mutations: readonly Mutation[];
};

/** The sender of a push, what it sent, and the services it uses. */
export type Lane = {
  readonly actor: Actor;
  /** Its mutations carry the fingerprints that the service computed. */
  readonly push: Push;
  /** Numbers of the mutations that were sent with a fingerprint of other content. */
  readonly mismatched: ReadonlySet<number>;
  readonly services: Pick<Services, 'db' | 'now' | 'log' | 'effects'>;
};

export const sentOf = ({ actor, push, services }: Lane, { seq, name, args, pre, createdAt }: Mutation): Sent => ({
  actor,
  customerId: push.customerId,
  name,
  args,
  pre,
  now: services.now(),
  decidedAt: createdAt,
  lane: { clientId: push.clientId, seq },
});

export const answerOf = (seq: number, outcome: CommandOutcome): MutationOutcome =>
  outcome.outcome === 'applied'
    ? { seq, ...outcome, replayed: false }
    : { seq, ...outcome, conflicts: [...outcome.conflicts], replayed: false };

/** Read after the lane is locked, so that the results of a concurrent request are seen. */
export async function storedResults(
  tx: Tx,
  { push }: Lane,
  seqs: readonly number[],
): Promise<(StoredResult & { seq: number })[]> {
  if (seqs.length === 0) return [];
  const rows = await tx
    .selectFrom('mutation_result')
    .select(['seq', 'fingerprint', 'outcome'])
    .where('customer_id', '=', push.customerId)
    .where('client_id', '=', push.clientId)
    .where('seq', 'in', seqs)
    .execute();
  return rows.map(({ seq, fingerprint, outcome }) => ({ seq, fingerprint, outcome: outcome as MutationOutcome }));
}

/**
 * Results of the user's mutations that were carried out before under any lane and number, by fingerprint. A device that changed its lane
 * resends changes that a request in transit, or a copy of the device, may carry under the old lane (docs/decisions/0020).
 */
export async function appliedBefore(
  tx: Tx,
  { actor, push }: Lane,
  mutations: readonly Mutation[],
): Promise<ReadonlyMap<string, CommandResult>> {
  const { rows } = await sql<{ fingerprint: string; result: CommandResult }>`${prepared}
    select fingerprint, outcome->'result' as result from mutation_result
    where customer_id = ${push.customerId} and user_id = ${actor.userId} and fingerprint = any(${mutations.map(({ fingerprint }) => fingerprint)}::text[])
      and outcome->>'outcome' = 'applied' and not carried`.execute(tx);
  return new Map(rows.map(({ fingerprint, result }) => [fingerprint, result]));
}

/** A mutation and its outcome. `carried`: it was carried out before under another number. */
export type Answered = { readonly mutation: Mutation; readonly outcome: CommandOutcome; readonly carried?: boolean };

/**
 * The statements that store the lane's counter and the outcomes of consecutive mutations, together with the changes [S2.4, S2.5].
 * `rev` becomes the revision of the applied ones.
 */
export function resultRows(
  { actor, push, services }: Lane,
  answered: readonly Answered[],
  rev: RawBuilder<number>,
): readonly RawBuilder<unknown>[] {
  const results = answered.map(({ mutation: { seq, fingerprint }, outcome, carried = false }) => ({
    seq,
    fingerprint,
    carried,
    outcome: answerOf(seq, outcome),
    applied: outcome.outcome === 'applied',
  }));
  const count = results.length;
  return [
    sql`insert into mutation_result (customer_id, client_id, user_id, seq, fingerprint, outcome, at, carried)
      select ${push.customerId}, ${push.clientId}, ${actor.userId}, r.seq, r.fingerprint,
        case when r.applied then jsonb_set(r.outcome, '{rev}', to_jsonb(${rev})) else r.outcome end, ${services.now()}, r.carried
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
        as r(seq bigint, fingerprint text, outcome jsonb, applied boolean, carried boolean)`,
    sql`update client set last_seq = ${results.at(-1)?.seq}, seen_at = ${services.now()}, protocol = ${push.protocol},
        unsent = greatest(unsent - ${count}::int, 0), oldest_unsent_at = case when unsent > ${count}::int then oldest_unsent_at end
      where customer_id = ${push.customerId} and client_id = ${push.clientId}`,
  ];
}
