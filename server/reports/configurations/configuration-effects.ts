import { sql } from 'kysely';
import type { CommandArgs } from '#contract/commands/commands.ts';
import { type ReportConfigurationRow, reportBase } from '#contract/rows/report-rows.ts';
import type { RowWrite } from '#domain/commands/kit/command.ts';
import { removedView } from '#domain/commands/report-configuration/configuration-change.ts';
import { isDefaultOf, withDefault } from '#domain/commands/report-configuration/set-default.ts';
import { viewNameProblem } from '#domain/commands/report-configuration/view-name.ts';
import { may } from '#domain/rights/may.ts';
import type { Rejection, Sent } from '#server/commands/decide.ts';
import type { Changed, CommandEffects } from '#server/commands/effects.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { rowsOf, storedRow } from '#server/kit/db/rows.ts';

type Row = ReportConfigurationRow;
type SaveArgs = CommandArgs<'reportConfiguration.save.v1'>;
type RestoreArgs = CommandArgs<'reportConfiguration.restore.v1'>;
type DefaultArgs = CommandArgs<'reportConfiguration.setDefault.v1'>;

const rejection = (code: Rejection['code'], message: string, field?: string): Rejection => ({
  code,
  message,
  conflicts: [],
  ...(field && { field }),
});

/** Refused alike whether it never existed, was removed, or is another person's private view. */
const gone = rejection('gone', removedView);

const isAdministrator = ({ actor }: Sent): boolean => may(actor, 'admin.system');
const isHidden = ({ actor }: Sent, row: Row): boolean => row.isPrivate && row.ownerId !== actor.userId;

const rowWith = async (tx: Tx, { customerId }: Sent, id: number): Promise<Row | undefined> =>
  (await storedRow(tx, customerId, 'reportConfiguration', id))?.row;

/** Everyone changes a shared view. Who it belongs to decides whether it stays shared, and a role's default is the administrators'. */
function mayNotChange(sent: Sent, row: Row, isPrivate: boolean): Rejection | null {
  if (isHidden(sent, row)) return gone;
  if (row.roleIds.length > 0 && !isAdministrator(sent))
    return rejection('forbidden', 'This view is the default of a role, so only administrators change it. Save it as a new view.');
  if (isPrivate && !row.isPrivate && row.ownerId !== sent.actor.userId)
    return rejection('forbidden', `Only ${row.owner} can stop sharing this view. Save it as a new view for yourself.`);
  return null;
}

/** Names tell the views of one person apart, and a limit keeps every device's list short. */
async function mayNotName(
  tx: Tx,
  sent: Sent,
  asked: Pick<Row, 'id' | 'reportId' | 'ownerId' | 'name'>,
): Promise<Rejection | null> {
  const { customerId } = sent;
  // Two devices that save one name at the same moment would not see each other's view.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views of ${asked.ownerId} at ${customerId}`}, 0))`.execute(tx);
  const own = await rowsOf(tx, customerId, 'reportConfiguration', {
    where: sql`(row ->> 'ownerId')::bigint = ${asked.ownerId} and (row ->> 'reportId')::int = ${asked.reportId} and id <> ${asked.id}`,
  });
  const problem = viewNameProblem(asked, own);
  return problem === null ? null : rejection('invalid', problem, 'name');
}

async function guardSave(tx: Tx, sent: Sent, args: SaveArgs): Promise<Rejection | null> {
  const row = await rowWith(tx, sent, args.id);
  if (row) return mayNotChange(sent, row, args.isPrivate) ?? mayNotName(tx, sent, { ...row, name: args.name });
  if (args.ownerId !== sent.actor.userId)
    return rejection('invalid', 'A view belongs to the person who creates it. Sign in as this person.', 'ownerId');
  return mayNotName(tx, sent, args);
}

async function guardRemove(tx: Tx, sent: Sent, { id }: { readonly id: number }): Promise<Rejection | null> {
  const row = await rowWith(tx, sent, id);
  if (!row) return null;
  const refused = mayNotChange(sent, row, row.isPrivate);
  if (refused || row.ownerId === sent.actor.userId || isAdministrator(sent)) return refused;
  return rejection('forbidden', `Only ${row.owner} or an administrator can remove this view.`);
}

async function guardRestore(tx: Tx, sent: Sent, args: RestoreArgs): Promise<Rejection | null> {
  const row = await rowWith(tx, sent, args.id);
  const refused = row ? mayNotChange(sent, row, args.isPrivate) : null;
  if (refused) return refused;
  const isOwn = (row?.ownerId ?? args.ownerId) === sent.actor.userId && args.ownerId === sent.actor.userId;
  const isSharedAgain = isAdministrator(sent) && !args.isPrivate && (row === undefined || row.ownerId === args.ownerId);
  if (!isOwn && !isSharedAgain) return rejection('forbidden', `Only ${args.owner} or an administrator can restore this view.`);
  if (args.roleIds.length > 0 && (!isAdministrator(sent) || args.isPrivate))
    return rejection('forbidden', 'Only administrators restore the default of a role, and it is shared.');
  return mayNotName(tx, sent, args);
}

async function guardDefault(tx: Tx, sent: Sent, { id, roleId, otherId }: DefaultArgs): Promise<Rejection | null> {
  const rows = [await rowWith(tx, sent, id), otherId === null ? undefined : await rowWith(tx, sent, otherId)];
  const [row] = rows;
  if (rows.some((each) => each && isHidden(sent, each))) return gone;
  if (row && roleId === null && rows.some((each) => each && each.ownerId !== sent.actor.userId))
    return rejection('forbidden', `This view is ${row.owner}’s. Save it as a new view, and make that one your default.`);
  if (row && rows[1] && !opensSame(rows[1], row))
    return rejection('invalid', 'These two views belong to different reports.', 'otherId');
  return null;
}

/** Whether two views belong to one screen. The jobs report shares its number with the staging grid. */
const opensSame = (one: Row, other: Row): boolean =>
  one.reportId === other.reportId && (one.body.base === reportBase) === (other.body.base === reportBase);

/** The others that are the default of the same people now. */
async function otherDefaults(tx: Tx, { customerId }: Sent, row: Row, roleId: number | null): Promise<Row[]> {
  const others = await rowsOf(tx, customerId, 'reportConfiguration', {
    where: sql`(row ->> 'reportId')::int = ${row.reportId} and id <> ${row.id}`,
  });
  return others.filter(
    (other) => opensSame(other, row) && isDefaultOf(other, roleId) && (roleId !== null || other.ownerId === row.ownerId),
  );
}

const rowIn = (writes: readonly RowWrite[], id: number): Row | undefined =>
  writes.find((write) => write.collection === 'reportConfiguration' && write.row.id === id)?.row as Row | undefined;

/** There is one default for a person and one for a role: the last one that was chosen, also where two devices choose. */
async function completeDefault(tx: Tx, sent: Sent, { id, roleId, isDefault }: DefaultArgs, { writes }: Changed) {
  const chosen = rowIn(writes, id);
  if (!chosen || !isDefault) return { writes, statements: [] };
  const others = (await otherDefaults(tx, sent, chosen, roleId)).filter((other) => rowIn(writes, other.id) === undefined);
  const said = { by: sent.actor.name, at: sent.now.toISOString() };
  const cleared = others.map((other): RowWrite => {
    const row = { ...withDefault(other, roleId, false), version: other.version + 1, ...said };
    return { collection: 'reportConfiguration', row };
  });
  return { writes: [...writes, ...cleared], statements: [] };
}

/** A restored view does not take over from a default that was chosen after its removal. */
async function completeRestore(tx: Tx, sent: Sent, { id }: RestoreArgs, { writes }: Changed) {
  const restored = rowIn(writes, id);
  if (!restored) return { writes, statements: [] };
  // Who restores a view of their own cannot give another name as its owner's.
  let row = restored.ownerId === sent.actor.userId ? { ...restored, owner: sent.actor.name } : restored;
  for (const roleId of [null, ...row.roleIds]) {
    const isTaken = isDefaultOf(row, roleId) && (await otherDefaults(tx, sent, row, roleId)).length > 0;
    if (isTaken) row = withDefault(row, roleId, false);
  }
  return { writes: [{ collection: 'reportConfiguration', row } as const], statements: [] };
}

/** Server-side effects of changes of report configurations: who may make them, unique names, and one default for each person and role. */
export const reportConfigurationEffects: Pick<CommandEffects, Extract<keyof CommandEffects, `reportConfiguration${string}`>> = {
  'reportConfiguration.save.v1': { guard: guardSave, completes: 'none' },
  'reportConfiguration.remove.v1': { guard: guardRemove, completes: 'none' },
  'reportConfiguration.restore.v1': { guard: guardRestore, completes: completeRestore },
  'reportConfiguration.setDefault.v1': { guard: guardDefault, completes: completeDefault },
};
