import { createServer, type Server } from 'node:http';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listExports, readExport, requestExport } from '#contract/reports/data-exports.ts';
import { exportReport, listReportFiles, readReportFile } from '#contract/reports/report-files.ts';
import { listSubmissionAttempts } from '#contract/submissions/attempts.ts';
import { previewPacket } from '#contract/submissions/packet.ts';
import {
  checkBeforeSending,
  listCaregivers,
  listSubmissions,
  readSubmissionHistory,
  receiveSubmissionHook,
  resendSubmission,
  sendSubmission,
} from '#contract/submissions/submissions.ts';
import { checkSubmissionCredentials } from '#contract/submissions/targets.ts';
import { sendTicket } from '#contract/support/tickets.ts';
import { protocolVersion, readSnapshot, sendHello } from '#contract/sync/sync.ts';
import { reportIds } from '#domain/reports/kit/report-ids.ts';
import { doubleCredentials } from '#server/demo/bullhorn/bullhorn-double.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { trioKey } from '#server/demo/submissions/trio-double.ts';
import { reportFileJobs } from '#server/reports/background/file-jobs.ts';
import { exportJobs } from '#server/reports/exports/export-jobs.ts';
import { routes } from '#server/routes.ts';
import { collectLogLines } from '#server/system/system-log/log-lines.ts';
import { buildPacketWorker, buildPackWorker } from '#tests/corpus/build-feed-parser.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import {
  type BothSystems,
  plantSubmissionWorld,
  sendHook,
  startBothSystems,
  testHookKey,
} from '#tests/support/submissions/submission-world.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { followAts, writeRefusals } from '../ats/follow-ats.ts';
import { submissionQueue } from '../background/submission-jobs.ts';

// A caregiver and secrets that no one may find again, but in the one place that needs the address and in what is shown to who may see it.
const person = { email: 'canary.caregiver@canary.example', phone: '775-555-0177', born: '1983-04-29' };
const secrets = [trioKey, doubleCredentials.password, doubleCredentials.clientSecret];
const sought = [...Object.values(person), ...secrets];
const caregiver = 70_022;

let service: TestService;
let systems: BothSystems;
let echo: Server;
let output = '';
const undo: (() => void)[] = [];
const lines = collectLogLines();

beforeAll(async () => {
  undo.push(await buildPackWorker(), await buildPacketWorker());
  // A destination that repeats in its refusal whatever it was sent.
  echo = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => void parts.push(part));
    request.on('end', () => {
      const words = `Refused: ${Buffer.concat(parts).toString()} ${JSON.stringify(request.headers)} ${person.born}`;
      response.writeHead(request.method === 'GET' ? 200 : 400, { 'content-type': 'application/json' });
      response.end(request.method === 'GET' ? '[]' : JSON.stringify({ message: words }));
    });
  });
  systems = await startBothSystems();
  const echoUrl = await listenOnLoopback(echo);
  const write = (text: string) => {
    output += text;
    lines.write(text);
  };
  const log = pino({ level: 'trace' }, { write });
  service = await startTestService({ allowHosts: [...systems.hosts, new URL(echoUrl).host], log });
  const { candidates } = systems.ats.records;
  const at = candidates.findIndex(({ id }) => id === caregiver);
  const known = candidates[at];
  if (!known) throw new Error('the double has no such caregiver');
  candidates[at] = { ...known, email: person.email, phone: person.phone, dateOfBirth: Date.parse(person.born) };
  await useAll(echoUrl);
});
afterAll(async () => {
  await service.close();
  await systems.close();
  await closeNow(echo);
  for (const one of undo) one();
});

const shownTo: string[] = [];

/** Puts the caregiver forward in every way, with every ending, and looks at everything that shows it. */
async function useAll(echoUrl: string): Promise<void> {
  const { services, people } = service;
  const { db, now } = services;
  const { source, destination } = await plantSubmissionWorld(services, people.north, systems);
  const queue = submissionQueue(services, { reconcileFirst: false });
  const chief = await service.signIn('chief');
  const asking = (jobId: number) => ({ caregiverId: String(caregiver), jobId });
  const show = async (answer: Promise<{ readonly response: { readonly body: string } }>) =>
    void shownTo.push((await answer).response.body);
  await show(service.send(listCaregivers, { fromId: source, caregiverId: String(caregiver) }, chief));
  await show(service.send(checkBeforeSending, asking(1), chief));
  expect((await service.send(previewPacket, asking(1), chief)).status).toBe(200);
  for (const targetId of [source, destination])
    await service.send(checkSubmissionCredentials, { cust: 'me', stored: true, id: targetId, targetId }, chief);
  const { id } = await service.call(sendSubmission, asking(1), chief);
  await queue.runOnce();
  systems.vms.faults.push('drop-after');
  await service.call(sendSubmission, asking(2), chief);
  await queue.runOnce();
  const moved = systems.vms.move([...systems.vms.records.submissions.keys()][0] ?? 0, 'Interview');
  await sendHook(service.app, receiveSubmissionHook, moved ?? {}, testHookKey);
  await queue.runOnce();
  // From now on the destination refuses, and repeats what it got. It does not know the caregiver.
  await sql`update submission_target set site = ${echoUrl} where id = ${destination}`.execute(db);
  const refused = (await service.call(sendSubmission, asking(3), chief)).id;
  await queue.runOnce();
  await service.call(resendSubmission, { id: refused }, chief);
  await queue.runOnce();
  await sql`insert into submission_subscription (customer_id, target_id, name, made_at) values (${people.north}, ${source}, 'c', ${now()})`.execute(
    db,
  );
  await sql`insert into post (customer_id, target_id, job_id, generation, reference, state, external_id, next_at, created_at, updated_at)
    values (${people.north}, 1, 4, 1, 'R4', 'done', '50004', ${now()}, ${now()}, ${now()})`.execute(db);
  await followAts(services);
  systems.ats.records.addSubmission({ candidate: { id: caregiver }, jobOrder: { id: 50_004 } });
  await followAts(services);
  await queue.runOnce();
  systems.ats.faults.push('error-before');
  await writeRefusals(services);
  // The ATS did not answer, so the reason is written once more.
  await writeRefusals(services);
  for (const one of [id, refused]) await show(service.send(readSubmissionHistory, { id: one }, chief));
  await show(service.send(listSubmissionAttempts, { targetId: destination }, chief));
  const email = 'chief@north.example';
  const question = { id: 1, fields: [{ id: 1, value: 'HV-1' }] };
  await service.call(sendTicket, { email, comment: 'A submission was refused.', jobId: 3, question }, chief);
  await queue.stop();
  await lines.flush(db);
}

/** The places of the database that have a text, as `table.column`. */
async function placesOf(text: string): Promise<{ places: string[]; rows: Record<string, number> }> {
  const { db } = service.services;
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`.execute(db);
  const places: string[] = [];
  const rows: Record<string, number> = {};
  for (const { schema, name } of tables) {
    const { rows: held } = await sql<{
      row: Record<string, unknown>;
    }>`select to_jsonb(t) as row from ${sql.table(`${schema}.${name}`)} t`.execute(db);
    rows[name] = held.length;
    const isIn = ([, value]: [string, unknown]) => JSON.stringify(value).toLowerCase().includes(text.toLowerCase());
    const columns = held.flatMap(({ row }) => Object.entries(row).filter(isIn));
    places.push(...columns.map(([column]) => `${name}.${column}`));
  }
  return { places: [...new Set(places)], rows };
}

test('the database has the email address of a caregiver in one place, and the phone number, birth date and secrets nowhere', async () => {
  const found = await placesOf(person.email);
  expect(found.places).toEqual(['submission.caregiver_email']);
  for (const text of sought.slice(1)) expect([text, (await placesOf(text)).places]).toEqual([text, []]);
  // What was looked at is not empty: attempts with a refusal, copies for devices, the audit, the log, tickets and notices.
  for (const table of ['submission', 'submission_attempt', 'submission_status', 'submission_event', 'replicated_submission'])
    expect([table, found.rows[table]]).toEqual([table, expect.any(Number)]);
  for (const table of ['submission_attempt', 'replicated_submission', 'audit', 'system_log', 'ticket', 'secret'])
    expect([table, (found.rows[table] ?? 0) > 0]).toEqual([table, true]);
});

test('a refusal that repeats the caregiver is kept with names in place of its values, in Jobdock and in the ATS', async () => {
  const { rows } = await sql<{ words: string }>`select error_text as words from submission where state = 'refused'`.execute(
    service.services.db,
  );
  expect(rows).toHaveLength(2);
  for (const { words } of rows) expect(words).toContain('[email address]');
  const inAts = JSON.stringify(systems.ats.records.submissions);
  expect(inAts).toContain('Refused');
  for (const text of sought) expect(inAts).not.toContain(text);
});

test('what the service says in its log has none of them', () => {
  expect(output).toContain('the ATS did not take why a submission was not sent');
  for (const text of sought) expect([text, output.toLowerCase().includes(text.toLowerCase())]).toEqual([text, false]);
});

test('the list, the search and the check show the address to who may see it; phone number, birth date and secrets are in no answer', async () => {
  const chief = await service.signIn('chief');
  const { rows } = await service.call(listSubmissions, {}, chief);
  expect(rows.some(({ caregiverEmail }) => caregiverEmail === person.email)).toBe(true);
  expect(shownTo[0]).toContain(person.email);
  const all = [...shownTo, JSON.stringify(rows)].join(' ');
  for (const text of sought.slice(1)) expect([text, all.includes(text)]).toEqual([text, false]);
  expect(shownTo.slice(1).join(' ')).not.toContain(person.email);
});

test('the feed of a device has none of them', async () => {
  const chief = await service.signIn('chief');
  const place = { clientId: 'canary-device-0001', customerId: service.people.north };
  const about = { deviceLabel: 'canary', appVersion: '1', unsent: 0, oldestUnsentAt: null, persisted: false };
  await service.send(sendHello, { protocol: protocolVersion, ...place, ...about }, chief);
  const { response } = await service.send(readSnapshot, place, chief);
  expect(response.body).toContain(String(caregiver));
  for (const text of sought) expect([text, response.body.includes(text)]).toEqual([text, false]);
});

test('exports of the data and files of the report have none of them', async () => {
  const chief = await service.signIn('chief');
  const { db } = service.services;
  const texts: string[] = [];
  for (const kind of ['zip', 'xlsx']) {
    await service.call(
      requestExport,
      { cust: 'me', lists: ['jobs', 'mappings', 'rules', 'lists', 'users'], kind } as never,
      chief,
    );
    await runJobs(db, exportJobs(service.services));
  }
  const { exports } = await service.call(listExports, { cust: 'me' }, chief);
  for (const { id } of exports.rows)
    texts.push(textOf((await service.send(readExport, { cust: 'me', id }, chief)).response.rawPayload));
  for (const kind of [1, 2]) {
    await service.call(exportReport, { cust: 'me', reportId: reportIds.submissionFunnel, kind }, chief);
    await runJobs(db, reportFileJobs(service.services, routes));
  }
  const files = await service.call(listReportFiles, { cust: 'me' }, chief);
  for (const { id } of files.rows)
    texts.push(textOf((await service.send(readReportFile, { cust: 'me', id }, chief)).response.rawPayload));
  expect(texts).toHaveLength(4);
  for (const text of texts) expect(text.length).toBeGreaterThan(50);
  expect(texts.join(' ')).toContain('The chief');
  for (const text of sought) expect([text, texts.join(' ').includes(text)]).toEqual([text, false]);
});

/** The text of a file; of a zip or an Excel file, that of all files in it. */
function textOf(bytes: Buffer): string {
  const decoder = new TextDecoder();
  if (bytes.subarray(0, 2).toString() !== 'PK') return decoder.decode(bytes);
  return Object.values(unzipSync(new Uint8Array(bytes)))
    .map((content) => decoder.decode(content))
    .join('\n');
}
