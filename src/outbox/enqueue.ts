import type { CommandArgs, CommandName, CommandResult, RefusalCode, RowRefusal } from '#contract/commands/commands.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { maxPushBytes, type PreValues } from '#contract/sync/sync.ts';
import { fingerprintText } from '#domain/commands/fingerprint-text.ts';
import { preValuesOf } from '#domain/commands/kit/base-values.ts';
import { beforeImages, mergedImages } from '#domain/commands/kit/before-images.ts';
import type { CommandContext } from '#domain/commands/kit/command.ts';
import { canonicalJson } from '#domain/json/canonical-json.ts';
import { type Lane, putMeta, readLane, takeNumber } from '#src/store/meta.ts';
import { freeReserve } from '#src/store/reserve.ts';
import { nameOfRow, readVisible } from '#src/store/rows.ts';
import type { Store, StoreTx } from '#src/store/store.ts';
import { StoreFailure } from '#src/store/tables/backend.ts';
import type { OutboxEntry, ParkReason } from '#src/store/tables/tables.ts';
import { unsettledOf } from './lane-entries.ts';
import { applyOverlay, rebase } from './overlay.ts';
import { type Commands, type KnownChange, knownChange, type Run, runCommand } from './run-command.ts';
import { serviceIdsIn } from './service-ids.ts';

/**
 * A change that is on disk and will be sent. `parked`: its command crashed on this device and the user must decide; the change is
 * not lost.
 */
export type Enqueued = {
  readonly entry: number;
  readonly seq: number;
  readonly result: CommandResult;
  readonly parked: ParkReason | null;
};

/** Why nothing was queued and nothing changed. `storage`: the device could not save it. */
export type EnqueueRefusal =
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly message: string; readonly rows: readonly RowRefusal[] }
  | { readonly kind: 'online_only' }
  | { readonly kind: 'storage'; readonly why: StoreFailure['kind'] };

type Request = { readonly name: string; readonly args: unknown; readonly context: CommandContext; readonly fingerprint: string };

/** Bytes of a mutation besides its arguments and pre-values. */
const envelopeBytes = 4_000;

/**
 * Writes one change in one transaction: its number, the values it saw, and the rows after it. Resolves once the data is on disk.
 * A refusal means that nothing was written. `replaces` is a parked entry that this change replaces.
 */
export async function enqueue<N extends CommandName>(
  store: Store,
  commands: Commands,
  name: N,
  args: CommandArgs<N>,
  context: CommandContext,
  replaces: number | null = null,
): Promise<Result<Enqueued, EnqueueRefusal>> {
  // A user who impersonates another makes changes online only [edge case 18].
  if (store.key.impersonation !== null) return no({ kind: 'online_only' });
  const change = knownChange(commands, name, args);
  if (!change.ok) return refused(change.error.code === 'crashed' ? 'invalid' : change.error.code, change.error.message);
  return enqueueKnown(store, commands, change.value, context, replaces);
}

async function enqueueKnown(
  store: Store,
  commands: Commands,
  change: KnownChange,
  context: CommandContext,
  replaces: number | null,
): Promise<Result<Enqueued, EnqueueRefusal>> {
  const { name } = change.command;
  // Computed before the transaction, because awaiting anything but the database inside would end it.
  const fingerprint = await fingerprintOf(store, name, change.args, context);
  const request = { name, args: change.args, context, fingerprint };
  const written = await keeping<Enqueued | KnownChange, EnqueueRefusal>(store, () =>
    store.write(async (tx) => {
      const named = await serviceIdsIn(tx)(change);
      return named === change ? write(tx, commands, change, request, replaces) : ok(named);
    }),
  );
  if (!written.ok) return written;
  if ('entry' in written.value) return ok(written.value);
  // The service has numbered a row that the change names: start again with the new id.
  return enqueueKnown(store, commands, written.value, context, replaces);
}

/** A full device frees its reserve once. Any other failure is returned, because nothing was written. */
async function keeping<T, E>(
  store: Store,
  attempt: () => Promise<Result<T, E | EnqueueRefusal>>,
  mayFree = true,
): Promise<Result<T, E | EnqueueRefusal>> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    const freed = error.kind === 'full' && mayFree && (await freeReserve(store).catch(() => false));
    return freed ? keeping(store, attempt, false) : no({ kind: 'storage', why: error.kind });
  }
}

/** SHA-256 of the values that the sender decided. The service refuses the same key with another fingerprint [S2.2]. */
const fingerprintOf = (store: Store, name: string, args: unknown, { by, at }: CommandContext) =>
  store.device.digest(fingerprintText({ name, args, actor: by, createdAt: at }));

const refused = (code: RefusalCode, message: string, rows: readonly RowRefusal[] = []) =>
  no({ kind: 'refused', code, message, rows } as const);

async function write(
  tx: StoreTx,
  commands: Commands,
  change: KnownChange,
  request: Request,
  replaces: number | null,
): Promise<Result<Enqueued, EnqueueRefusal>> {
  const run = await runCommand(change, (keys) => readVisible(tx, keys), request.context);
  if (!run.ok) {
    const { code, message } = run.error;
    return code === 'crashed' ? ok(await park(tx, request, replaces, message)) : refused(code, message);
  }
  const { result } = run.value.applied;
  const first = result.refused[0];
  if (result.done.length === 0 && first) return refused(first.code, first.message, result.refused);

  const pre = preValuesOf(change.command, change.args, run.value.reader);
  if (JSON.stringify([request.args, pre]).length + envelopeBytes > maxPushBytes) {
    return refused('invalid', 'This change is too large to send at once. Choose fewer rows.');
  }
  if (replaces !== null) await tx.remove('outbox', [replaces]);
  const lane = await readLane(tx);
  const unsettled = unsettledOf(await tx.list('outbox'), lane.clientId);
  const merged = mergedIntoTail(unsettled.at(-1), lane, { ...request, command: change.command }, run.value, pre);
  const entry = merged ?? (await nextEntry(tx, lane, unsettled, request, run.value, pre));
  await tx.put('outbox', [entry]);
  tx.outboxChanged();
  if (merged) await rebase(tx, commands);
  else await show(tx, run.value, entry.entry);
  return ok({ entry: entry.entry, seq: entry.seq, result, parked: null });
}

/** Writes the changed rows to the overlay. */
async function show(tx: StoreTx, run: Run, entry: number): Promise<void> {
  const keys = run.applied.writes.map(({ collection, row }) => [collection, row.id] as const);
  const before = (await tx.getMany('overlay', keys)).filter((row) => row !== undefined);
  const overlay = new Map(before.map((row) => [nameOfRow(row), row]));
  applyOverlay(overlay, run, entry);
  await tx.put('overlay', [...overlay.values()]);
  for (const [collection, id] of keys) tx.changed(collection, [id]);
}

async function nextEntry(
  tx: StoreTx,
  lane: Lane,
  unsettled: readonly OutboxEntry[],
  request: Request,
  run: Run,
  pre: PreValues,
): Promise<OutboxEntry> {
  const rows = run.touched.map(nameOfRow);
  const named = new Set(rows);
  const earlier = unsettled.filter((entry) => entry.rows.some((row) => named.has(row)));
  await putMeta(tx, 'lane', { ...lane, nextSeq: lane.nextSeq + 1 });
  return {
    ...blankEntry(request),
    entry: await takeNumber(tx, 'nextEntry'),
    clientId: lane.clientId,
    seq: lane.nextSeq,
    pre,
    dependsOn: earlier.map(({ seq }) => seq),
    before: beforeImages(run.applied.writes, run.reader),
    rows,
  };
}

/** A crash in the command must not lose the user's change. It is kept outside the lane, for the user to review. */
async function park(tx: StoreTx, request: Request, replaces: number | null, message: string): Promise<Enqueued> {
  const parked: ParkReason = { code: 'crashed', message, conflicts: [] };
  const { clientId } = await readLane(tx);
  if (replaces !== null) await tx.remove('outbox', [replaces]);
  const entry = await takeNumber(tx, 'nextEntry');
  await tx.put('outbox', [{ ...blankEntry(request), entry, clientId, state: 'parked', parked }]);
  tx.outboxChanged();
  return { entry, seq: 0, result: { done: [], refused: [] }, parked };
}

const blankEntry = ({ name, args, context, fingerprint }: Request) => ({
  seq: 0,
  name,
  args,
  pre: {},
  dependsOn: [],
  actor: context.by,
  createdAt: context.at,
  fingerprint,
  state: 'waiting' as const,
  parked: null,
  sent: false,
  tries: 0,
  before: [],
  rows: [],
  rev: null,
  result: null,
});

/**
 * A change of the same fields as the last, unsent change replaces it and keeps the values that were seen first [edge case 27]. A
 * sent change is never rewritten.
 */
function mergedIntoTail(
  tail: OutboxEntry | undefined,
  lane: Lane,
  { name, args, context, fingerprint, command }: Request & Pick<KnownChange, 'command'>,
  run: Run,
  pre: PreValues,
): OutboxEntry | null {
  if (!tail || tail.sent || tail.state !== 'waiting' || tail.seq !== lane.nextSeq - 1) return null;
  if (tail.name !== name || tail.actor !== context.by || fieldNames(pre).length === 0) return null;
  const written = (of: unknown) => command.writes?.(of as never) ?? '';
  const now = [run.touched.map(nameOfRow), fieldNames(pre), written(args)];
  if (canonicalJson([tail.rows, fieldNames(tail.pre), written(tail.args)]) !== canonicalJson(now)) return null;
  const before = mergedImages(tail.before, beforeImages(run.applied.writes, run.reader));
  return { ...tail, args, createdAt: context.at, fingerprint, before };
}

/**
 * Gives a change that was never sent other values of the same fields. It keeps its place and the values that were seen first. A
 * refusal means that nothing was written. `fixed`: it was sent meanwhile, or a later change saw its value.
 */
export async function rewrite(
  store: Store,
  commands: Commands,
  item: OutboxEntry,
  context: CommandContext,
  args: unknown,
): Promise<Result<Enqueued, EnqueueRefusal | { readonly kind: 'fixed' }>> {
  const change = knownChange(commands, item.name, args);
  if (!change.ok) return refused(change.error.code === 'crashed' ? 'invalid' : change.error.code, change.error.message);
  const fingerprint = await fingerprintOf(store, item.name, change.value.args, context);
  return keeping(store, () =>
    store.write(async (tx) => {
      const now = await tx.get('outbox', item.entry);
      if (now?.state !== 'waiting' || now.sent) return no({ kind: 'fixed' });
      const isSeen = (await tx.list('outbox')).some(
        ({ clientId, dependsOn }) => clientId === now.clientId && dependsOn.includes(now.seq),
      );
      if (isSeen) return no({ kind: 'fixed' });
      const run = await runCommand(change.value, (keys) => readVisible(tx, keys), context);
      if (!run.ok) return refused(run.error.code === 'crashed' ? 'invalid' : run.error.code, run.error.message);
      const { result } = run.value.applied;
      const first = result.refused[0];
      if (result.done.length === 0 && first) return refused(first.code, first.message, result.refused);
      const pre = preValuesOf(change.value.command, change.value.args, run.value.reader);
      if (canonicalJson(fieldNames(now.pre)) !== canonicalJson(fieldNames(pre)))
        return refused('invalid', 'A queued change can be given another value, not another field or row.');
      await tx.put('outbox', [{ ...now, args: change.value.args, actor: context.by, createdAt: context.at, fingerprint }]);
      tx.outboxChanged();
      await rebase(tx, commands);
      return ok({ entry: now.entry, seq: now.seq, result, parked: null });
    }),
  );
}

const fieldNames = (pre: PreValues) => Object.entries(pre).map(([row, fields]) => [row, Object.keys(fields)]);
