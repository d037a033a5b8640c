import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded } from '#bench/match/noisy-facilities.ts';
import { collectMail } from '#server/parsing/collect-mail.ts';
import { endRunLeases } from '#server/runs/run-rows.ts';
import { buildJobProcess } from '#tests/corpus/build-feed-parser.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { addListParser, openJobsMail } from '#tests/support/worlds/list-parser.ts';
import { type MailWorld, startMailWorld } from '#tests/support/worlds/mail-world.ts';
import { collectPorts } from '../runs/collect-ports.ts';
import { collectJobs } from '../runs/due-tasks.ts';

/** Kills of a process that takes emails and reads them. `npm run long -- mail-kills` makes 200. */
const kills = Number(process.env['MAIL_KILLS'] ?? 5);
const taskId = 1;
/** Emails that each round sends, and jobs that each lists. */
const [mailsOfRound, listed] = [2, 20];

let service: TestService;
let world: MailWorld;
let forgetProcess: () => void;
const processes: ChildProcess[] = [];

beforeAll(async () => {
  forgetProcess = await buildJobProcess();
  service = await startTestService();
  world = await startMailWorld(service.services, service.people.north, taskId);
  await addListParser(service.services.db, service.people.north);
  // The process takes the emails; only the task and its address are needed here.
  await world.stop();
});
afterAll(async () => {
  for (const one of processes) one.kill('SIGKILL');
  await service.close();
  forgetProcess();
});

async function start(): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const script = process.env['JOBDOCK_JOB_PROCESS'] ?? '';
  const child = spawn(process.execPath, [script, service.databaseUrl, 'mail'], { stdio: ['ignore', 'pipe', 'inherit'] });
  processes.push(child);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, port: Number(/\d+/.exec(said.toString())?.[0]) };
}

/** Each email lists a window of jobs that moves on by 1. */
const idsOf = (mail: number) => Array.from({ length: listed }, (_, i) => mail + i);

test(`${kills} kills between confirmation and staging and in the middle of runs lose no email, add no job twice, and cancel none wrongly`, {
  timeout: 60_000 + kills * 20_000,
}, async () => {
  const { db } = service.services;
  const random = seeded(20_261_126);
  const readHere = () => runJobs(db, collectJobs(service.services, { ...collectPorts(service.services), readMail: collectMail }));
  const confirmed = new Set<string>();
  // As a mail server does, the vendor sends an email again that was not confirmed.
  let toSend: number[] = [];
  let [sent, waiting, again] = [0, 0, 0];
  for (let kill = 0; kill < kills; kill++) {
    const { child, port } = await start();
    const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
    const gone = once(child, 'exit');
    // Half of the kills come while emails are on their way, the others once all are confirmed.
    const early = kill % 2 === 0 ? sleep(random() * 400).then(() => child.kill('SIGKILL')) : undefined;
    again += toSend.length;
    toSend.push(...Array.from({ length: mailsOfRound }, () => sent++));
    for (const mail of toSend) {
      const messageId = `<${mail}@vendor.example>`;
      const request = {
        to: world.address,
        from: 'orders@vendor.example',
        subject: `List ${mail}`,
        html: openJobsMail(idsOf(mail)),
        messageId,
        date: new Date(0),
      };
      await transport.sendMail(request).then(
        () => confirmed.add(messageId),
        () => undefined,
      );
    }
    toSend = toSend.filter((mail) => !confirmed.has(`<${mail}@vendor.example>`));
    if (!early) {
      await sleep(random() * 500);
      child.kill('SIGKILL');
    }
    await Promise.all([early, gone]);
    await endRunLeases(db);
    const { rows: kept } = await sql<{ messageId: string; state: string }>`
      select message_id as "messageId", state from received_mail order by id`.execute(db);
    const stored = new Set(kept.map(({ messageId }) => messageId));
    expect([...confirmed].filter((id) => !stored.has(id))).toEqual([]);
    if (kept.some(({ state }) => state === 'waiting')) waiting += 1;

    await readHere();
    const { rows: emails } = await sql<{ messageId: string; state: string; words: string }>`
      select message_id as "messageId", state, words from received_mail order by id`.execute(db);
    expect(emails.filter(({ state }) => state !== 'read')).toEqual([]);
    // The newest email lists all open jobs: exactly those are open.
    const newest = Number(/\d+/.exec(emails.at(-1)?.messageId ?? '')?.[0] ?? -1);
    const { rows: jobs } = await sql<{ id: number; status: string }>`
      select substring(provider_job_id from 3)::integer as id, status from job where not deleted order by 1`.execute(db);
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length);
    if (newest >= 0) expect(jobs.filter(({ status }) => status === 'Open').map(({ id }) => id)).toEqual(idsOf(newest));
  }
  const { rows: twice } = await sql`
    select job_id from job_history where field = 'job' group by job_id having count(*) > 1`.execute(db);
  expect(twice).toEqual([]);
  const { rows: open } = await sql`select 1 from collection_run where ended_at is null`.execute(db);
  expect(open).toEqual([]);
  console.log(`${kills} kills, ${confirmed.size} emails confirmed, ${again} sent again, after ${waiting} kills emails waited`);
  expect(waiting).toBeGreaterThan(0);
  expect(confirmed.size).toBeGreaterThan(kills);
});
