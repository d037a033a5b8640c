import { sql } from 'kysely';
import type { CommandArgs } from '#contract/commands/commands.ts';
import type { JobNoteRow } from '#contract/rows/job-note.ts';
import type { RowWrite } from '#domain/commands/kit/command.ts';
import { may } from '#domain/rights/may.ts';
import type { Rejection, Sent } from '#server/commands/decide.ts';
import type { Changed, CommandEffects, Completed } from '#server/commands/effects.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { assignable } from '../assignable.ts';

type RestoreArgs = CommandArgs<'jobNote.restore.v1'>;

const rejection = (code: Rejection['code'], message: string, field?: string): Rejection => ({
  code,
  message,
  conflicts: [],
  ...(field && { field }),
});

const noteOf = async (tx: Tx, { customerId }: Sent, id: number): Promise<JobNoteRow | undefined> =>
  (await storedRow(tx, customerId, 'jobNote', id))?.row;

const isOwn = ({ actor }: Sent, { authorId }: Pick<JobNoteRow, 'authorId'>): boolean => authorId === actor.userId;
/** Those who manage the people of the customer. */
const isAdministrator = ({ actor }: Sent): boolean => may(actor, 'users.write');

async function guardSave(tx: Tx, sent: Sent, args: CommandArgs<'jobNote.save.v1'>): Promise<Rejection | null> {
  const note = await noteOf(tx, sent, args.id);
  if (note && !isOwn(sent, note))
    return rejection('forbidden', `Only ${note.author} can change this note. Write one of your own.`);
  if (!note && !isOwn(sent, args))
    return rejection('invalid', 'A note belongs to the person who writes it. Sign in as this person.', 'authorId');
  return null;
}

async function guardRemove(tx: Tx, sent: Sent, { id }: { readonly id: number }): Promise<Rejection | null> {
  const note = await noteOf(tx, sent, id);
  if (!note || isOwn(sent, note) || isAdministrator(sent)) return null;
  return rejection('forbidden', `Only ${note.author} or an administrator can remove this note.`);
}

/** A note that is still there is its author's to change. One that was removed is also restored by administrators, who may remove it. */
async function guardRestore(tx: Tx, sent: Sent, args: RestoreArgs): Promise<Rejection | null> {
  const note = await noteOf(tx, sent, args.id);
  if (isOwn(sent, note ?? args) && isOwn(sent, args)) return null;
  if (!note && isAdministrator(sent)) return null;
  return rejection('forbidden', `Only ${(note ?? args).author} or an administrator can restore this note.`);
}

const noteIn = (writes: readonly RowWrite[]): JobNoteRow | undefined => {
  const write = writes.find(({ collection }) => collection === 'jobNote');
  return write?.collection === 'jobNote' ? write.row : undefined;
};

/**
 * Notifies the mentioned people, each once for a note: also when it arrives late, is edited or is sent twice. People who may no longer
 * see staging get no notice.
 */
async function notifyMentioned(
  tx: Tx,
  { customerId, actor }: Sent,
  _args: unknown,
  { writes, before }: Changed,
): Promise<Completed> {
  const note = noteIn(writes);
  const others = note?.mentions.map(({ userId }) => userId).filter((userId) => userId !== actor.userId) ?? [];
  if (!note || others.length === 0) return { writes, statements: [] };
  const job = before.get('job', note.jobId)?.providerJobId ?? String(note.jobId);
  const text = `${note.author} mentioned you in a note on job ${job}.`;
  const statement = sql`
    insert into notification (customer_id, user_id, kind, text, link, cause)
    select ${customerId}::integer, p.id, 'mention', ${text}, ${`/staging?open=job:${note.jobId}#Notes`}, ${`note ${note.id}`}
    from (${assignable(tx, customerId)}) p where p.id = any(${others}::integer[])
    on conflict (customer_id, user_id, cause) where cause is not null do nothing`;
  return { writes, statements: [statement] };
}

/** Who restores a note of their own cannot give another name as its author's. */
async function completeRestore(_tx: Tx, sent: Sent, _args: RestoreArgs, { writes }: Changed): Promise<Completed> {
  const named = writes.map(
    (write): RowWrite =>
      write.collection === 'jobNote' && isOwn(sent, write.row)
        ? { ...write, row: { ...write.row, author: sent.actor.name } }
        : write,
  );
  return { writes: named, statements: [] };
}

/** Server-side effects of notes on jobs: whose they are, and the notices of those whom they mention. */
export const noteEffects: Pick<CommandEffects, Extract<keyof CommandEffects, `jobNote${string}`>> = {
  'jobNote.save.v1': { guard: guardSave, completes: notifyMentioned },
  'jobNote.remove.v1': { guard: guardRemove, completes: 'none' },
  'jobNote.restore.v1': { guard: guardRestore, completes: completeRestore },
};
