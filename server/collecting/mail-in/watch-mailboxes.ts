import { sql } from 'kysely';
import type { Logger } from 'pino';
import { isAtWork } from '#server/kit/db/at-work.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import { watchMailbox } from '../collectors/mailbox.ts';
import type { MailTask } from '../mails/mail-addresses.ts';
import type { CollectPorts } from '../runs/collect-ports.ts';
import { readWaiting } from './receive-mail.ts';

/** Mailboxes that one process waits at. Others are read on their schedule. */
const mostMailboxes = 50;
const lookMs = 60_000;
/** Longest pause after failures in a row. */
const longestMs = 60 * 60_000;

/** `holderId` is the task whose sign-in it uses. */
type Mailbox = MailTask & { readonly holderId: number };
type Watched = { readonly stop: AbortController; readonly done: Promise<void> };
type Ports = Pick<CollectPorts, 'db' | 'now' | 'credentials' | 'signInToMailbox' | 'allow'> & { readonly log: Logger };

/**
 * Waits at the mailboxes of all tasks that run, and queues a run as soon as an email comes. The schedule of a task is behind it: what is
 * missed here is read then. Several processes may wait at one mailbox; a task has one run at a time. Returns what ends it.
 */
export function watchMailboxes(ports: Ports): () => Promise<void> {
  const watched = new Map<string, Watched>();
  const resting = new Map<string, { readonly failures: number; readonly until: number }>();

  function start(key: string, task: Mailbox): void {
    const stop = new AbortController();
    const done = watch(ports, task, stop.signal).then((works) => {
      watched.delete(key);
      const failures = works ? 0 : (resting.get(key)?.failures ?? 0) + 1;
      resting.set(key, { failures, until: ports.now().getTime() + Math.min(lookMs * 2 ** failures, longestMs) });
    });
    watched.set(key, { stop, done });
  }

  async function look(): Promise<void> {
    const tasks = new Map((await mailboxTasks(ports)).map((task) => [`${task.customerId}/${task.taskId}`, task]));
    for (const [key, { stop }] of watched) if (!tasks.has(key)) stop.abort();
    for (const [key, task] of tasks) {
      const isResting = (resting.get(key)?.until ?? 0) > ports.now().getTime();
      if (!watched.has(key) && !isResting && watched.size < mostMailboxes) start(key, task);
    }
  }

  const lookSafely = () => look().catch((error: unknown) => ports.log.error({ err: error }, 'mailboxes could not be looked up'));
  void lookSafely();
  const timer = setInterval(() => void lookSafely(), lookMs);
  return async () => {
    clearInterval(timer);
    for (const { stop } of watched.values()) stop.abort();
    await Promise.all([...watched.values()].map(({ done }) => done));
  };
}

/** Tasks for emails that run and have a mailbox. */
async function mailboxTasks({ db }: Ports): Promise<Mailbox[]> {
  const { rows } = await sql<Mailbox>`
    select t.customer_id as "customerId", t.id as "taskId",
      coalesce((t.row ->> 'credentialParentId')::integer, t.id) as "holderId" from task t
      join crawler_setup c on c.id = (t.row ->> 'crawlerId')::integer and c.kind = 'mail'
    where not t.deleted and not (t.row ->> 'disabled')::boolean and not (t.row ->> 'disabledByAdmin')::boolean
      and not (t.row ->> 'ignored')::boolean and (t.row ->> 'ready')::boolean and t.row -> 'has' ? 'url'
      and ${isAtWork('t.customer_id')}
    order by t.customer_id, t.id`.execute(db);
  return rows;
}

/** Waits at one mailbox. Returns whether it could be opened. */
async function watch(
  { db, now, credentials, signInToMailbox, allow, log }: Ports,
  { holderId, ...task }: Mailbox,
  signal: AbortSignal,
): Promise<boolean> {
  const read = () =>
    scopeTo(db, [task.customerId])
      .transaction()
      .execute((tx) => readWaiting(tx, task, now()))
      .catch((error: unknown) => log.error({ err: error, ...task }, 'a run of a mailbox could not be queued'));
  try {
    const signIn = signInToMailbox({ customerId: task.customerId, holderId, signal });
    const access = await credentials(task.customerId, task.taskId);
    const waited = await signIn(access, (good) => watchMailbox(good, { allow, signal }, () => void read()));
    return waited.ok;
  } catch (error) {
    log.error({ err: error, ...task }, 'a mailbox could not be watched');
    return false;
  }
}
