import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { PreValues } from '#contract/sync/sync.ts';
import { poke } from '../feed/pokes.ts';
import type { Tx } from '../kit/db/connection.ts';
import { scopeTo } from '../kit/db/customer-scope.ts';
import { isTransient } from '../kit/db/sessions/transient.ts';
import { commandScopeOf } from '../kit/http/call-scope.ts';
import type { Call } from '../kit/http/handle.ts';
import type { Rejected, Sent } from './decide.ts';
import type { CommandEffects } from './effects.ts';
import { againAfterRace } from './failures.ts';
import { type CommandOutcome, type RecordOutcome, runCommand } from './run-command.ts';

type Applied = Extract<CommandOutcome, { outcome: 'applied' }>;
export type CommandRefused =
  | { kind: 'invalid'; fields: Record<string, string> }
  | { kind: 'conflict'; current: unknown }
  | { kind: 'forbidden' }
  | { kind: 'not_found'; what?: string }
  | { kind: 'key_reused' }
  | { kind: 'busy'; retryAfterSeconds: number };

/** Runs inside the transaction: `runCommand`, or an operation that only administrators may do and that is not a command. */
export type RunsIn = (tx: Tx, effects: CommandEffects, sent: Sent, record: RecordOutcome) => Promise<CommandOutcome>;

const busy = { kind: 'busy', retryAfterSeconds: 2 } as const;

/**
 * Runs a command for a documented REST route, in one transaction and through the same layer as a lane's push. With an idempotency
 * key, the outcome is stored in that transaction, so a retry gets the first answer and has no second effect [promise 11].
 */
export async function callCommand<N extends CommandName>(
  call: Pick<Call, 'services' | 'actor' | 'idempotencyKey'>,
  customerId: number,
  name: N,
  args: CommandArgs<N>,
  run: RunsIn = runCommand,
  pre: PreValues = {},
): Promise<Result<Applied, CommandRefused>> {
  const { services, actor, idempotencyKey: key } = call;
  if (customerId < 1) return no({ kind: 'invalid', fields: { cust: 'Choose one customer' } });
  const sent: Sent = { actor, customerId, name, args, pre, now: services.now(), decidedAt: null, lane: null };
  try {
    const outcome = await againAfterRace(() =>
      scopeTo(services.db, commandScopeOf(actor, customerId))
        .transaction()
        .execute((tx) => (key === null ? run(tx, services.effects, sent, () => []) : once(tx, services.effects, sent, key, run))),
    );
    if (outcome === 'key_reused') return no({ kind: 'key_reused' });
    if (outcome.outcome === 'rejected') return no(refusalOf(outcome));
    poke(services.db, customerId, outcome.rev);
    return ok(outcome);
  } catch (error) {
    if (!isTransient(error)) throw error;
    services.log.warn({ err: error, command: name }, 'a command met a passing failure');
    return no(busy);
  }
}

const fingerprintOf = ({ name, args }: Sent): string =>
  createHash('sha256')
    .update(JSON.stringify([name, args]))
    .digest('hex');

/** Inserts the key first: a second request with the same key waits here and then finds the stored answer. */
async function once(
  tx: Tx,
  effects: CommandEffects,
  sent: Sent,
  key: string,
  run: RunsIn,
): Promise<CommandOutcome | 'key_reused'> {
  const { customerId, actor, now } = sent;
  const fingerprint = fingerprintOf(sent);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('api_key_result')
    .values({ customer_id: customerId, user_id: actor.userId, key, fingerprint, status: 0, body: 'null', at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return stored(tx, sent, key, fingerprint);
  return run(tx, effects, sent, (outcome, rev) => {
    const body = JSON.stringify(outcome);
    const withRev =
      outcome.outcome === 'applied' ? sql`jsonb_set(${body}::jsonb, '{rev}', to_jsonb(${rev}))` : sql`${body}::jsonb`;
    return [
      sql`update api_key_result set status = ${outcome.outcome === 'applied' ? 200 : 400}, body = ${withRev}
        where customer_id = ${customerId} and user_id = ${actor.userId} and key = ${key}`,
    ];
  });
}

async function stored(
  tx: Tx,
  { customerId, actor }: Sent,
  key: string,
  fingerprint: string,
): Promise<CommandOutcome | 'key_reused'> {
  const row = await tx
    .selectFrom('api_key_result')
    .select(['fingerprint', 'body'])
    .where('customer_id', '=', customerId)
    .where('user_id', '=', actor.userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return row.fingerprint === fingerprint ? (row.body as CommandOutcome) : 'key_reused';
}

/** Turns a refused command into the reply of the call. The message belongs to one field, or to the whole request. */
function refusalOf({ code, message, field, conflicts }: Rejected): CommandRefused {
  switch (code) {
    case 'forbidden':
      return { kind: code };
    case 'not_found':
      return { kind: code, what: message };
    case 'conflict':
    case 'changed':
      return { kind: 'conflict', current: conflicts };
    default:
      return { kind: 'invalid', fields: { [field ?? 'body']: message } };
  }
}
