import type { CommandArgs, CommandName, CommandResult } from '#contract/commands/commands.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { changeNow } from '#contract/sync/changes.ts';
import { preValuesOf } from '#domain/commands/kit/base-values.ts';
import type { CommandContext } from '#domain/commands/kit/command.ts';
import type { EnqueueRefusal } from '#src/outbox/enqueue.ts';
import { type Commands, knownChange, runCommand } from '#src/outbox/run-command.ts';
import { serviceIdsIn } from '#src/outbox/service-ids.ts';
import { readVisible } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import type { Call } from './call.ts';

/** Why a change was not made at once. `failed` holds the error of the failed call. */
export type ChangeNowRefusal =
  | Extract<EnqueueRefusal, { kind: 'refused' }>
  | { readonly kind: 'failed'; readonly error: Extract<Awaited<ReturnType<Call>>, { ok: false }>['error'] };

/**
 * Makes one change on the service at once, with the values that the user saw. A user who impersonates another has no outbox [edge
 * case 18]. A change that the device refuses is not sent. Nothing is stored or shown before the service has applied it.
 */
export async function makeNow<N extends CommandName>(
  { store, commands, call }: { readonly store: Store; readonly commands: Commands; readonly call: Call },
  name: N,
  args: CommandArgs<N>,
  context: CommandContext,
): Promise<Result<CommandResult, ChangeNowRefusal>> {
  const change = knownChange(commands, name, args);
  if (!change.ok) return no({ kind: 'refused', code: 'invalid', message: change.error.message, rows: [] });
  const { now, run } = await store.read(async (tx) => {
    const now = await serviceIdsIn(tx)(change.value);
    return { now, run: await runCommand(now, (keys) => readVisible(tx, keys), context) };
  });
  if (!run.ok) {
    const { code, message } = run.error;
    return no({ kind: 'refused', code: code === 'crashed' ? 'invalid' : code, message, rows: [] });
  }
  const pre = preValuesOf(now.command, now.args, run.value.reader);
  const sent = { cust: store.key.customerId, name, args: now.args, pre };
  const answer = await call(changeNow, sent, { idempotencyKey: store.device.newId() });
  return answer.ok ? ok(answer.value) : no({ kind: 'failed', error: answer.error });
}
