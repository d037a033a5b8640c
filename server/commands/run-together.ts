import type { RawBuilder } from 'kysely';
import type { CommandResult } from '#contract/commands/commands.ts';
import type { RowWrite } from '#domain/commands/command.ts';
import type { RowBook } from '#domain/commands/row-book.ts';
import { publishLocked } from '../feed/publish.ts';
import type { Tx } from '../kit/db/connection.ts';
import { decide, type Sent } from './decide.ts';
import { listsValue } from './lists-value.ts';
import { addReads } from './load-rows.ts';
import { auditLine, auditOf, historyLines, historyOf } from './record.ts';

/** A command as it was given, applied, and what it leaves to be written. */
type Step<C> = {
  readonly given: C;
  readonly result: CommandResult;
  readonly writes: readonly RowWrite[];
  readonly history: ReturnType<typeof historyLines>;
  readonly audit: ReturnType<typeof auditLine>;
};

/** Whether a command writes nothing but rows that stand there, so that others may share its transaction. */
export const mayRunTogether = (name: string): boolean => /^(job|value)\./.test(name) && name !== 'job.post.v1';

/**
 * Applies one person's commands in their order to the locked rows in `book`, each to what the ones before it left, as far as
 * they are applied: the first that is not, for whatever reason, and all behind it are left alone. Writes nothing.
 */
export async function applyTogether<C extends { readonly sent: Sent }>(
  tx: Tx,
  commands: readonly C[],
  book: RowBook,
): Promise<readonly Step<C>[]> {
  const steps: Step<C>[] = [];
  for (const given of commands) {
    const { sent } = given;
    const decided = await decide(rowsAmong(tx, sent.customerId, book), sent);
    if (decided.outcome === 'rejected') return steps;
    const { writes, command, result } = decided;
    const history = historyLines(writes, book, command.how ?? 'manual');
    steps.push({ given, result, writes, history, audit: auditLine(sent, { writes, book }) });
    for (const write of writes) book.put(write);
  }
  return steps;
}

/** Rows that are known stay as the commands before left them; what else is looked at comes from PostgreSQL. */
const rowsAmong = (tx: Tx, customerId: number, book: RowBook): Parameters<typeof decide>[0] => ({
  lock: async () => book,
  add: (keys) =>
    addReads(
      tx,
      customerId,
      keys.filter(({ collection, id }) => !book.get(collection, id)),
      book,
    ),
  lists: (choice) => listsValue(tx, customerId, choice),
});

/** Writes what one person's commands left under one revision, which it returns, and ends the transaction. */
export async function publishTogether(
  tx: Tx,
  { sent }: { readonly sent: Sent },
  steps: readonly Step<unknown>[],
  alongside: (rev: RawBuilder<number>) => readonly RawBuilder<unknown>[],
): Promise<number> {
  const last = new Map(steps.flatMap(({ writes }) => writes.map((write) => [`${write.collection}/${write.row.id}`, write])));
  return publishLocked(tx, sent.customerId, [...last.values()], (rev) => [
    ...historyOf(
      sent,
      steps.flatMap(({ history }) => history),
    ),
    auditOf(
      sent,
      steps.map(({ audit }) => audit),
      rev,
    ),
    ...alongside(rev),
  ]);
}
