import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import PgBoss from 'pg-boss';
import { seeded } from '#bench/match/noisy-facilities.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { storingMailer } from '#server/kit/lib/mail.ts';
import { type Fault, type KillStage, type MailDouble, startMailDouble, type Taken } from './mail-double.ts';

export type Trial = {
  readonly db: Db;
  readonly url: string;
  readonly mails: number;
  readonly kills: number;
  readonly processes: number;
  readonly seed: number;
};

/** What a trial found. All but the first five, `doubtful` and `repeated` must be 0. */
export type Figures = {
  readonly stored: number;
  readonly delivered: number;
  readonly refused: number;
  readonly kills: number;
  readonly received: number;
  /** Tries that ended without an answer, as the service counts them. */
  readonly doubtful: number;
  /** Emails that arrived again under the Message-ID that they had before. */
  readonly repeated: number;
  /** Emails that arrived under a second Message-ID. */
  readonly twice: number;
  /** Stored emails that never arrived and were not refused. */
  readonly missing: number;
  /** Emails whose cause was rolled back, or that arrived although the mail server refused them. */
  readonly uncalled: number;
  /** Repeats that the service does not know of. */
  readonly uncounted: number;
  /** Emails that arrived with other content. */
  readonly damaged: number;
  /** Emails that arrived, but are not listed as sent, and the other way round. */
  readonly wrongState: number;
};

const customerId = 1;
/** Every 40th address does not exist, and every 10th email has an attachment. */
const isRefused = (mail: number) => mail % 40 === 7;
const attachmentOf = (mail: number) => Buffer.from(`Attachment ${mail} `.repeat(200));
const textOf = (mail: number) => `The text of email ${mail} – with signs of other languages: ł, é.`;

/**
 * Stores emails while processes send them through a mail server with faults, and kills the processes in the middle of a try. Every cause
 * is stored twice, as by two processes at once. Ends when all work is done.
 */
export async function runMailTrial({ db, url, mails, kills, processes, seed }: Trial): Promise<Figures> {
  const random = seeded(seed);
  const running = new Map<string, ChildProcess>();
  let [started, killed, seen] = [0, 0, 0];
  /** Faults of each email: at most two, so that with a kill or two none uses up its five tries. */
  const faults = new Map<number, number>();
  const stages: readonly KillStage[] = ['before', 'unanswered', 'answered'];
  const double: MailDouble = await startMailDouble({
    isRefused,
    fault: (mail) => faultOf(random(), mail, faults),
    isWhole: (mail, { subject, text, attachments }) =>
      subject === `Mail ${mail}` &&
      text?.trim() === textOf(mail) &&
      attachments.length === (mail % 10 === 0 ? 1 : 0) &&
      attachments.every(({ content }) => content instanceof ArrayBuffer && attachmentOf(mail).equals(Buffer.from(content))),
    kill: (name, stage) => {
      if (stage === 'before') seen += 1;
      const isDue = killed < kills && seen >= ((killed + 0.5) * mails) / kills && stage === stages[killed % stages.length];
      const process = running.get(name);
      if (!isDue || !process) return false;
      killed += 1;
      running.delete(name);
      process.kill('SIGKILL');
      return true;
    },
  });
  // Never started: it only ends the jobs of killed processes.
  const executeSql = async (text: string, values: unknown[]) => await db.executeQuery(CompiledQuery.raw(text, values));
  const boss = new PgBoss({ schema: 'pgboss', migrate: false, db: { executeSql } });
  const start = async () => {
    const name = `process-${(started += 1)}`;
    const script = process.env['JOBDOCK_JOB_PROCESS'] ?? '';
    const args = [script, url, 'send-mail', double.urlFor(name)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    running.set(name, child);
    await once(child.stdout, 'data');
  };
  try {
    await Promise.all(Array.from({ length: processes }, start));
    const storing = storeMails(db, mails);
    while (true) {
      while (running.size < processes) await start();
      await goOn(db, boss, double);
      if ((await Promise.race([storing.then(() => true), sleep(50)])) && (await openJobs(db)) === 0) break;
    }
  } finally {
    for (const child of running.values()) child.kill('SIGKILL');
    await double.stop();
  }
  return { ...(await compare(db, mails, double.taken)), kills: killed };
}

function faultOf(chance: number, mail: number, faults: Map<number, number>): Fault | null {
  const planned = chance < 0.02 ? 'torn' : chance < 0.03 ? 'cut' : chance < 0.05 ? 'busy' : null;
  const before = faults.get(mail) ?? 0;
  if (planned === null || before >= 2) return null;
  faults.set(mail, before + 1);
  return planned;
}

/** Stores each email twice. With every ten comes one whose transaction is rolled back; its number is `mails` or more. */
async function storeMails(db: Db, mails: number): Promise<void> {
  for (let first = 0; first < mails; first += 10) {
    const some = Array.from({ length: Math.min(10, mails - first) }, (_, i) => first + i);
    const stored = [...some, ...some].map((mail) => db.transaction().execute((tx) => storeMail(tx, mail)));
    const undone = db.transaction().execute(async (tx) => {
      await storeMail(tx, mails + first / 10);
      throw new Error('rolled back');
    });
    await Promise.all([...stored, undone.catch(() => undefined)]);
  }
}

async function storeMail(tx: Tx, mail: number): Promise<void> {
  const attachments = mail % 10 === 0 ? [{ name: 'a.txt', type: 'text/plain', content: attachmentOf(mail) }] : [];
  const content = { subject: `Mail ${mail}`, text: textOf(mail), attachments };
  await storingMailer.send(tx, { customerId, cause: `trial ${mail}`, to: `p${mail}@example.org`, ...content });
}

/**
 * Lets time pass: what waits for its next try is due, and once no process is connected, jobs of killed processes expire as they do in the
 * product after five minutes.
 */
async function goOn(db: Db, boss: PgBoss, double: MailDouble): Promise<void> {
  const idle = double.idleSince();
  if (idle !== null && performance.now() - idle > 700) {
    await sql`update pgboss.job set started_on = started_on - interval '1 hour' where name = 'mail' and state = 'active'`.execute(
      db,
    );
    await boss.expire();
  }
  await sql`update pgboss.job set start_after = now() - interval '1 second'
    where name = 'mail' and state = 'retry' and start_after > now()`.execute(db);
}

async function openJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::integer as open from pgboss.job where name = 'mail' and state < 'completed'`.execute(db);
  return rows[0]?.open ?? 0;
}

function byNumber<T>(all: readonly T[], numberOf: (one: T) => number): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const one of all) groups.set(numberOf(one), [...(groups.get(numberOf(one)) ?? []), one]);
  return groups;
}

/** Compares what the mail server took with what the service knows. */
async function compare(db: Db, mails: number, taken: readonly Taken[]): Promise<Omit<Figures, 'kills'>> {
  const rows = await db.selectFrom('mail').select(['to_address', 'message_id', 'sent_at', 'failed_at', 'in_doubt']).execute();
  const ofMail = byNumber(rows, ({ to_address }) => Number(/\d+/.exec(to_address)?.[0]));
  const arrivals = byNumber(taken, ({ number }) => number);
  const found = {
    delivered: 0,
    refused: 0,
    doubtful: 0,
    repeated: 0,
    twice: 0,
    missing: 0,
    uncalled: 0,
    uncounted: 0,
    wrongState: 0,
  };
  for (let mail = 0; mail < mails * 1.1; mail++) {
    const isRolledBack = mail >= mails;
    const [stored = [], arrived = []] = [ofMail.get(mail), arrivals.get(mail)];
    const ids = new Set(arrived.map(({ messageId }) => messageId)).size;
    const doubts = stored.reduce((sum, { in_doubt }) => sum + in_doubt, 0);
    const repeats = arrived.length - ids;
    found.doubtful += doubts;
    found.repeated += repeats;
    if (ids > 1) found.twice += 1;
    if (repeats > doubts) found.uncounted += repeats - doubts;
    const isWanted = !isRolledBack && !isRefused(mail);
    if (isWanted && ids === 0) found.missing += 1;
    if (!isWanted && ids > 0) found.uncalled += 1;
    if (isWanted && ids > 0) found.delivered += 1;
    const states = stored.map(({ sent_at, failed_at }) => (sent_at ? 'sent' : failed_at ? 'refused' : 'waiting')).join();
    if (states === 'refused' && isRefused(mail)) found.refused += 1;
    const expected = isRolledBack ? '' : isRefused(mail) ? 'refused' : 'sent';
    if (states !== expected) found.wrongState += 1;
  }
  const damaged = taken.filter(({ isWhole }) => !isWhole).length;
  return { stored: rows.length, received: taken.length, damaged, ...found };
}
