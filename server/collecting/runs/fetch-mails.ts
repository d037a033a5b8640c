import { ok, type Result } from '#contract/kit/result.ts';
import type { ClaimedRun } from '#server/runs/run-kind.ts';
import type { CollectProblem } from '../collectors/collector.ts';
import type { MailboxCursor, MailboxMail } from '../collectors/mailbox.ts';
import { storeMail } from '../mails/received-mails.ts';
import type { CollectPorts } from './collect-ports.ts';
import type { CollectWork } from './collect-run.ts';
import type { ReadyTask } from './task-state.ts';

/**
 * Fetches the new emails of a task's mailbox. Each is stored in one transaction with the place where reading goes on, so that a process
 * may end at any time. Returns how many there were; none for a task without a mailbox.
 */
export async function fetchMails(
  ports: CollectPorts,
  { customerId, lease }: ClaimedRun<CollectWork>,
  { row, credentials }: ReadyTask,
): Promise<Result<number, CollectProblem>> {
  if (credentials.url === '') return ok(0);
  const { db, secrets } = ports;
  const of = { customerId, taskId: row.id };
  const known = await db
    .selectFrom('mailbox_cursor')
    .select(['uid_validity', 'last_uid'])
    .where('customer_id', '=', customerId)
    .where('task_id', '=', row.id)
    .executeTakeFirst();
  const cursor: MailboxCursor | null = known ? { uidValidity: known.uid_validity, lastUid: known.last_uid } : null;
  await lease.report('Reading the mailbox');
  const signal = AbortSignal.any([lease.signal, lease.stopped]);
  const take = async ({ cursor: next, bytes, size, headersOnly }: MailboxMail): Promise<void> => {
    await db.transaction().execute(async (tx) => {
      await lease.guard(tx);
      const at = ports.now();
      const mail = { ...of, way: 'mailbox', bytes, envelope: null, at, ownDomain: ports.mailDomain } as const;
      await storeMail(tx, secrets, headersOnly ? { ...mail, largeSize: size } : mail);
      const place = { uid_validity: next.uidValidity, last_uid: next.lastUid, looked_at: at };
      await tx
        .insertInto('mailbox_cursor')
        .values({ customer_id: customerId, task_id: row.id, ...place })
        .onConflict((c) => c.columns(['customer_id', 'task_id']).doUpdateSet(place))
        .execute();
    });
  };
  const signIn = ports.signInToMailbox({ customerId, holderId: row.credentialParentId ?? row.id, signal });
  return signIn(credentials, (access) => ports.readMailbox(access, { cursor, signal, now: ports.now() }, take));
}
