import type { Result } from '#contract/kit/result.ts';
import type { CollectError } from '#contract/rows/collect-errors.ts';
import { otherIdsAlarm, silenceAlarm } from '#domain/jobs/silence.ts';
import { type ErrorEvent, noteError } from '#server/kit/lib/error-events.ts';
import type { MailCollection } from '#server/parsing/collect-mail.ts';
import type { RefusedRow } from '#server/parsing/collect-records.ts';
import type { FeedProblem } from '#server/parsing/files/feed-problem.ts';
import { type KeptParser, keepParser } from '#server/parsing/kept-parser.ts';
import { countedIn, type Lease } from '#server/runs/lease.ts';
import type { ClaimedRun } from '#server/runs/run-kind.ts';
import { keepMailFiles } from '../attachments/mail-files.ts';
import { attachmentLimits } from '../attachments/stored-files.ts';
import type { CollectProblem } from '../collectors/collector.ts';
import {
  acceptFewer,
  changeMail,
  hasLaterMail,
  type KeptMail,
  type MailChange,
  openMail,
  type Piles,
  pilesOf,
  waitingMails,
} from '../mails/received-mails.ts';
import { parsersOfCustomer } from '../parsers/parser-rows.ts';
import type { StagePlace } from '../staging/collected-of.ts';
import { openJobs, type StageCounts, type StageOptions, stageJobs, withdrawMissing } from '../staging/stage-jobs.ts';
import { forwardersOf } from '../task-rows/task-scope.ts';
import { eitherOf } from './asking.ts';
import type { Alarm, Outcome } from './collect-outcome.ts';
import type { CollectPorts } from './collect-ports.ts';
import type { CollectWork } from './collect-run.ts';
import { scopedJobs } from './scoped-jobs.ts';
import { noMarks, type ReadyTask, readingOf, type StoredTask } from './task-state.ts';

type MailRun = ClaimedRun<CollectWork>;

/** Tries of a sender's check, and the minutes between them. Then a person decides. */
const checkTries = 6;
const againMinutes = 10;
/** After these tries an email that takes too long to read has failed. */
const readTries = 3;

/** What the emails of one run gave together. */
type Sum = {
  readonly counts: StageCounts;
  readonly refused: RefusedRow[];
  readonly warned: RefusedRow[];
  readonly unknownStatuses: Set<string>;
  /** New jobs of other work types and days than the task collects. */
  outOfScope: number;
  read: number;
  alarm: Alarm | null;
};

/**
 * Reads the emails that wait for a task, the oldest first, each on its own. An email waits until what it gave is staged: a process that
 * ends in between leaves it waiting, and staging the same jobs again changes nothing. `fetched` is what the task's mailbox gave.
 */
export async function collectMails(
  ports: CollectPorts,
  run: MailRun,
  { task, place, fetched }: Pick<Taken, 'task' | 'place'> & { readonly fetched: Result<number, CollectProblem> },
): Promise<Outcome> {
  const { customerId, lease } = run;
  const sum: Sum = {
    counts: { added: 0, changed: 0, same: 0, cancelled: 0 },
    refused: [],
    warned: [],
    unknownStatuses: new Set(),
    outOfScope: 0,
    read: 0,
    alarm: null,
  };
  const of = { customerId, taskId: task.row.id };
  if (run.work.accept)
    await ports.db.transaction().execute(async (tx) => {
      await lease.guard(tx);
      await acceptFewer(tx, of, ports.now());
    });
  const kept = keepParser();
  const done = await takeWaiting(ports, run, { task, place, sum, kept }).finally(kept.end);
  // What came before the mailbox failed is read.
  if (!fetched.ok) return { kind: 'failed', problem: fetched.error };
  sum.alarm ??= pileAlarm(await pilesOf(ports.db, of));
  if (done === 0) return { kind: 'unchanged', fileId: null, words: 'No email waited.', alarm: sum.alarm };
  const { counts, refused, warned, unknownStatuses, outOfScope, alarm, read } = sum;
  const said = `${read} of ${done} ${done === 1 ? 'email' : 'emails'} read`;
  const found = { counts, refused, warned, unknownStatuses: [...unknownStatuses], outOfScope, alarm, said };
  return { kind: 'collected', ...found, fileId: null, marks: noMarks };
}

/** What is said of a task as long as mails of it wait for a person. */
function pileAlarm({ held, unread, large }: Piles): Alarm | null {
  const of = (n: number) => (n === 1 ? '1 email waits' : `${n} emails wait`);
  if (held > 0) return { error: 'sender', words: `${of(held)} in the email history because the sender is not confirmed.` };
  if (large > 0)
    return { error: 'unreadable', words: `${of(large)} in the email history because of the size: too large to be read.` };
  return unread > 0 ? { error: 'no_parser', words: `${of(unread)} in the email history because no parser took it.` } : null;
}

type Taken = {
  readonly task: ReadyTask;
  readonly place: StagePlace;
  readonly mail: KeptMail;
  readonly sum: Sum;
  /** Reads the emails of this run. */
  readonly kept: KeptParser;
};

/** Takes every email that waits, also those that come meanwhile. Returns their number. */
async function takeWaiting(ports: CollectPorts, run: MailRun, taken: Omit<Taken, 'mail'>): Promise<number> {
  const { customerId, lease } = run;
  const of = { customerId, taskId: taken.task.row.id };
  const done = new Set<number>();
  for (;;) {
    const waiting = (await waitingMails(ports.db, of, ports.now())).filter((id) => !done.has(id));
    const [id] = waiting;
    if (id === undefined) return done.size;
    done.add(id);
    await lease.report('Reading emails', done.size - 1, done.size - 1 + waiting.length);
    const mail = await openMail(ports.db, ports.secrets, { customerId, id });
    if (mail) await takeMail(ports, run, { ...taken, mail });
  }
}

async function takeMail(ports: CollectPorts, { lease }: MailRun, { task, place, mail, sum, kept }: Taken): Promise<void> {
  let checked: MailChange = {};
  const write = (change: MailChange, error?: MailError) => writeGuarded(ports, lease, mail, { ...checked, ...change }, error);
  const alarmed = async (error: CollectError, words: string, change: MailChange): Promise<void> => {
    await write({ error, words, read_at: ports.now(), ...change }, errorOf(task, error, words, change));
    sum.alarm ??= { error, words: `${words} See “${mail.subject}” in the email history.` };
  };
  const tries = mail.tries + 1;
  /** Leaves the email waiting, to be taken again some minutes later. */
  const again = (words: string): Promise<void> =>
    write({ tries, due_at: new Date(ports.now().getTime() + againMinutes * 60_000), words });
  if (!mail.senderAccepted) {
    const check = await ports.checkSender({ ...mail, forwarders: forwardersOf(task.settings) });
    if (check === 'later') {
      if (tries < checkTries) return again('The records of the sender’s domain cannot be read at present.');
      return alarmed('sender', 'The records of the sender’s domain cannot be read, so the sender could not be checked.', {
        state: 'held',
      });
    }
    // Written with what the email becomes.
    checked = { sender_check: JSON.stringify(check) };
    if (!check.isTrusted) return alarmed('sender', check.words, { state: 'held' });
  }
  const read = await readOne(ports, task, mail, { signal: AbortSignal.any([lease.signal, lease.stopped]), kept });
  if (!read.ok) {
    // A busy machine may need too long for an email that is easy to read.
    const isLate = read.error.kind === 'timeout' && tries < readTries;
    return isLate
      ? again('Reading it took too long. It is read again.')
      : alarmed('unreadable', read.error.words, { state: 'failed' });
  }
  const { mail: reading, jobs, refused } = read.value;
  const said: MailChange = {
    parser_id: reading.parserId,
    processing: processingOf(reading.processing, mail),
    ...(reading.subject !== '' && { subject: reading.subject }),
    ...(reading.from !== '' && { sender: reading.from }),
  };
  if (reading.reason !== '') return alarmed('no_parser', reading.reason, { ...said, state: 'unread', counts: '{}' });
  sum.refused.push(...refused);
  sum.warned.push(...read.value.warned);
  const collected = await scopedJobs(ports.db, { place, task, now: ports.now() }, jobs);
  for (const { statusUnknown, statusText } of collected) if (statusUnknown && statusText) sum.unknownStatuses.add(statusText);
  sum.outOfScope += jobs.length - collected.length;
  const onWarned = (rows: readonly RefusedRow[]) => void sum.warned.push(...rows);
  const staged = await stageMail({ ...ports, onWarned }, lease, place, mail, read.value, collected);
  await keepFiles(ports, lease, { place, mail, read: read.value, collected, kept });
  for (const key of ['added', 'changed', 'same', 'cancelled'] as const) sum.counts[key] += staged.counts[key];
  const counts = JSON.stringify({ ...staged.counts, refused: refused.length });
  if (staged.alarm) return alarmed(staged.alarm.error, staged.alarm.words, { ...said, state: 'read', counts });
  if (jobs.length === 0) return alarmed('unreadable', whyRefused(read.value), { ...said, state: 'failed', counts });
  sum.read += 1;
  await write({
    ...said,
    state: 'read',
    error: null,
    words: wordsOf(staged.counts, refused.length),
    read_at: ports.now(),
    counts,
  });
}

/** Reads an email by the parsers of its customer, and attached lists as files of its source. */
export async function readOne(
  ports: Pick<CollectPorts, 'db' | 'now' | 'readMail'>,
  task: StoredTask,
  { customerId, bytes }: Pick<KeptMail, 'customerId' | 'bytes'>,
  {
    isAwaited = false,
    ...limits
  }: {
    readonly signal: AbortSignal;
    readonly kept?: KeptParser;
    /** A person waits for the result. */
    readonly isAwaited?: boolean;
  },
): Promise<Result<MailCollection, FeedProblem>> {
  const [parsers, options] = await Promise.all([
    parsersOfCustomer(ports.db, customerId),
    readingOf(ports.db, task, customerId, ports.now()),
  ]);
  return ports.readMail(
    bytes,
    { ...options, customerId, parsers },
    isAwaited ? { customerId } : { customerId, background: true },
    limits,
  );
}

/** A list attached to an email that a scheduled look at a mailbox brought is an update by schedule. */
export const processingOf = (read: 0 | 2 | 3, { way }: Pick<KeptMail, 'way'>): 0 | 1 | 2 | 3 =>
  read === 0 && way === 'mailbox' ? 1 : read;

const errorOf = (
  { row }: ReadyTask,
  kind: CollectError,
  words: string,
  { parser_id: parserId = null }: MailChange,
): MailError => ({
  kind,
  words,
  crawlerId: row.crawlerId,
  parserId,
});

/** What is wrong with an email, for alerts. */
type MailError = Pick<ErrorEvent, 'kind' | 'words' | 'crawlerId' | 'parserId'>;

async function writeGuarded(
  { db, now }: CollectPorts,
  lease: Lease,
  mail: KeptMail,
  change: MailChange,
  error?: MailError,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lease.guard(tx);
    await changeMail(tx, mail, change);
    const about = `Email “${change.subject ?? mail.subject}”`;
    if (error) await noteError(tx, { ...error, customerId: mail.customerId, at: now(), about });
  });
}

/** Whether jobs that are missing in an email are no longer open: it lists all of them, nothing was refused, and it is whole. */
export const listsAll = ({ mail, refused, truncated }: MailCollection): boolean =>
  mail.processing === 3 && refused.length === 0 && truncated === undefined;

async function stageMail(
  { db, now, onWarned }: CollectPorts & Pick<StageOptions, 'onWarned'>,
  lease: Lease,
  place: StagePlace,
  mail: KeptMail,
  read: MailCollection,
  collected: MailCollection['jobs'],
): Promise<{ readonly counts: StageCounts; readonly alarm: Alarm | null }> {
  const { jobs } = read;
  const inChunks = { now, guard: lease.guard, onChunk: countedIn(lease) };
  const isWhole = listsAll(read);
  const open = isWhole ? await openJobs(db, place) : [];
  const listed = new Set(jobs.map(({ providerJobId }) => providerJobId));
  const still = open.filter(({ providerJobId }) => listed.has(providerJobId)).length;
  const other = mail.fewerAccepted ? null : otherIdsAlarm(open.length, still, jobs.length);
  if (other !== null)
    return { counts: { added: 0, changed: 0, same: 0, cancelled: 0 }, alarm: { error: 'silence', words: other } };
  const counts = await stageJobs(db, place, collected, { ...inChunks, mailId: mail.id, ...(onWarned && { onWarned }) });
  if (read.mail.processing === 3 && !isWhole) {
    const words = read.truncated ?? 'Some of its jobs were refused, so any open job may be among them.';
    return { counts, alarm: { error: 'unsure', words: `${words} Nothing was canceled.` } };
  }
  if (!isWhole || open.length === still || (await hasLaterMail(db, mail))) return { counts, alarm: null };
  const quiet = mail.fewerAccepted ? null : silenceAlarm(open.length, jobs.length);
  if (quiet !== null) return { counts, alarm: { error: 'silence', words: quiet } };
  const cancelled = await withdrawMissing(db, place, listed, inChunks);
  return { counts: { ...counts, cancelled }, alarm: null };
}

type WithFiles = Pick<Taken, 'place' | 'mail' | 'kept'> & {
  readonly read: MailCollection;
  readonly collected: MailCollection['jobs'];
};

/**
 * Keeps the files of an email with the jobs that it lists, which are staged before, whatever becomes of the files. An email of many jobs is
 * a list and no document about each of them.
 */
async function keepFiles(ports: CollectPorts, lease: Lease, { place, mail, read, collected, kept }: WithFiles): Promise<void> {
  const isList = collected.length > attachmentLimits.jobsOfMail;
  if (read.mail.attachments === 0 || collected.length === 0 || isList) return;
  const question = { most: attachmentLimits.filesOfMail, withoutLists: read.mail.parserId === null };
  const reader = { customerId: mail.customerId, background: true } as const;
  const files = await ports.readMailFiles(mail.bytes, question, reader, { signal: eitherOf(lease), kept });
  const providerJobIds = collected.map(({ providerJobId }) => providerJobId);
  const subject = read.mail.subject || mail.subject;
  await keepMailFiles(ports.db, ports.secrets, { place, subject, files, providerJobIds, at: ports.now(), guard: lease.guard });
}

function whyRefused({ refused }: MailCollection): string {
  const first = refused[0]?.problems[0];
  if (!first) return 'The email lists no job.';
  return `No job could be read: ${[first.problem, first.remedy].filter((words) => words !== '').join(' ')}`;
}

function wordsOf({ added, changed, same, cancelled }: StageCounts, refused: number): string {
  const all = added + changed + same;
  const parts = [`${all} ${all === 1 ? 'job' : 'jobs'} listed`, `${added} new`, `${changed} changed`];
  if (cancelled > 0) parts.push(`${cancelled} canceled`);
  if (refused > 0) parts.push(`${refused} refused`);
  return parts.join(', ');
}
