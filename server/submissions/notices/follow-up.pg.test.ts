import { sql } from 'kysely';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reportSubmissionFunnel } from '#contract/reports/submission-funnel.ts';
import { listSubmissionAttempts } from '#contract/submissions/attempts.ts';
import { listExpiringDocuments } from '#contract/submissions/expiries.ts';
import { previewPacket } from '#contract/submissions/packet.ts';
import { listSubmissions, sendSubmission } from '#contract/submissions/submissions.ts';
import type { CandidateFile } from '#server/demo/bullhorn/demo-candidates.ts';
import { demoPdf } from '#server/demo/bullhorn/demo-pdf.ts';
import type { PostingQueue } from '#server/posting/posting-queue.ts';
import { createLineReader } from '#tests/contract/audit/audit-lines.ts';
import { buildPacketWorker } from '#tests/corpus/build-feed-parser.ts';
import { textsOfPdf } from '#tests/support/billing/read-pdf.ts';
import { type SubmissionStage, startSubmissionStage } from '#tests/support/submissions/submission-stage.ts';
import type { BothSystems } from '#tests/support/submissions/submission-world.ts';
import type { TestService } from '#tests/support/test-service.ts';
import { lookForExpiries } from '../expiry/look-for-expiries.ts';
import { syncStatuses } from '../status/follow-events.ts';
import { openSubmissionTarget } from '../targets/open-adapter.ts';
import { informOfStatuses } from './status-notices.ts';

let stage: SubmissionStage;
let service: TestService;
let systems: BothSystems;
let queue: PostingQueue;
let endWorker: () => void;
let chief: string;
let recruiter: string;
let targets: { readonly source: number; readonly destination: number };

beforeAll(async () => {
  endWorker = await buildPacketWorker();
  stage = await startSubmissionStage();
  ({ service, systems, queue, chief, recruiter, targets } = stage);
});
afterAll(async () => {
  await stage.close();
  endWorker();
});
let bellSince = 0;
beforeEach(async () => {
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from notification`.execute(
    service.services.db,
  );
  bellSince = rows[0]?.last ?? 0;
});

const open = (customerId: number, targetId: number) => openSubmissionTarget(service.services, customerId, targetId);
const sent = async (caregiverId: number, jobId: number, token: string) => {
  const { id } = await service.call(sendSubmission, { caregiverId: String(caregiverId), jobId }, token);
  await queue.runOnce();
  return id;
};
const bell = async (user: 'chief' | 'recruiter') => {
  const { rows } = await sql<{ text: string; link: string }>`select text, link from notification
    where kind = 'submission' and id > ${bellSince} and user_id = ${service.people[user]} order by id`.execute(
    service.services.db,
  );
  return rows;
};
const mails = async () => {
  const { rows } = await sql<{ to: string; text: string }>`select to_address as to, text from mail
    where cause like 'submission %' order by id`.execute(service.services.db);
  return rows;
};
const file = (id: number, type: string, name: string, bytes: Uint8Array): CandidateFile => ({
  id,
  name,
  type,
  contentType: 'application',
  contentSubType: 'pdf',
  bytes: Buffer.from(bytes),
});
/** Moves the submission for a job to another status at the destination. */
const move = (jobId: number, status: string) => {
  const made = [...systems.vms.records.submissions.values()].find(({ JobNumber }) => JobNumber === 6_000 + jobId);
  systems.vms.move(made?.Number ?? 0, status);
};

test('attempts of a target: the newest first, by page, answer and search; a recruiter sees those for their own submissions', async () => {
  const own = await sent(70_001, 1, recruiter);
  systems.vms.records.closedJobs.add('6002');
  await sent(70_002, 2, chief);
  systems.vms.records.closedJobs.clear();
  const list = (args: object, token = chief) =>
    service.call(listSubmissionAttempts, { targetId: targets.destination, ...args }, token);
  const all = await list({});
  expect(all.rows.map(({ kind, answer }) => `${kind} ${answer}`)).toEqual([
    'submit refused',
    'makeCaregiver done',
    'lookUp done',
    'submit done',
    'makeCaregiver done',
    'lookUp done',
  ]);
  expect(all.rows[3]).toMatchObject({
    submissionId: own,
    providerJobId: '6001',
    documents: [{ name: 'Resume' }, { name: 'License' }],
  });
  expect(all.rows[3]?.documents[0]?.digest).toMatch(/^[0-9a-f]{64}$/);
  expect((await list({ answer: 'refused' })).rows).toMatchObject([{ words: expect.stringContaining('The job is closed') }]);
  expect((await list({ query: '6001' })).total).toBe(3);
  const second = await list({ page: 2, pageSize: 4, sort: 'at' });
  expect([second.total, second.totalPages, second.rows.length]).toEqual([6, 2, 2]);
  const mine = await list({}, recruiter);
  expect([mine.total, new Set(mine.rows.map(({ submissionId }) => submissionId))]).toEqual([3, new Set([own])]);
  const foreign = await service.send(listSubmissionAttempts, { targetId: 9_999 }, chief);
  expect(foreign.status).toBe(404);
});

test('a status that moves reaches the owner once, in the bell and by email; many at once are one entry', async () => {
  await informOfStatuses(service.services);
  expect(await bell('recruiter')).toEqual([]);
  move(1, 'Interview');
  await syncStatuses({ ...service.services, open });
  await informOfStatuses(service.services);
  await informOfStatuses(service.services);
  expect(await bell('recruiter')).toMatchObject([
    { text: expect.stringMatching(/^Submission \d+ for the job 6001 is now “Interview”\.$/) },
  ]);
  expect(await bell('chief')).toEqual([]);
  expect(await mails()).toEqual([]);
  await sql`update app_user set alerts = alerts || '{"system": true}' where id = ${service.people.recruiter}`.execute(
    service.services.db,
  );
  for (const jobId of [3, 4, 5, 6]) await sent(70_004, jobId, recruiter);
  for (const jobId of [3, 4, 5]) move(jobId, 'Offered');
  move(6, 'Declined');
  await syncStatuses({ ...service.services, open });
  await Promise.all([informOfStatuses(service.services), informOfStatuses(service.services)]);
  const entries = await bell('recruiter');
  expect(entries.slice(1)).toEqual([{ text: '4 submissions have new statuses: 3 Offered, 1 Declined.', link: '/submissions' }]);
  const sentMails = await mails();
  expect(sentMails).toHaveLength(1);
  expect(sentMails[0]?.text).toContain('for the job 6006 is now “Declined”');
});

test('the funnel counts how far submissions came, by source and recruiter; a recruiter gets their own line', async () => {
  const lines = await service.call(reportSubmissionFunnel, { cust: 'me' }, chief);
  const source = { fromId: targets.source, source: 'Demo Bullhorn' };
  const recruiters = { contact: 'The recruiter', asked: 5, notSent: 0, sent: 5, review: 4, interview: 4, offer: 3, refused: 1 };
  expect(lines).toMatchObject({
    total: 2,
    rows: [
      { ...source, contact: 'The chief', asked: 1, notSent: 1, sent: 0, refused: 0 },
      { ...source, ...recruiters, placed: 0, withdrawn: 0 },
    ],
  });
  const own = await service.call(reportSubmissionFunnel, { cust: 'me', sort: '-asked' }, recruiter);
  expect(own).toMatchObject({ total: 1, rows: [{ contact: 'The recruiter' }] });
  const none = await service.call(reportSubmissionFunnel, { cust: 'me', from: '2020-01-01', to: '2020-01-31' }, chief);
  expect(none).toEqual({ total: 0, rows: [] });
  const wrong = await service.send(reportSubmissionFunnel, { cust: 'me', from: '2026-02-01', to: '2026-01-01' }, chief);
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([400, expect.stringContaining('before 2026-02-01')]);
});

test('documents that expire within 30 days: once for each document and date, until they are replaced or no live submission needs them', async () => {
  const soon = new Date(service.services.now().getTime() + 20 * 86_400_000).toISOString().slice(0, 10);
  const later = new Date(service.services.now().getTime() + 60 * 86_400_000).toISOString().slice(0, 10);
  const { certifications } = systems.ats.records.files;
  const license = certifications.find(
    ({ candidate, certification }) => candidate.id === 70_001 && certification.name === 'License',
  );
  const expire = (day: string) => Object.assign(license ?? {}, { dateExpiration: Date.parse(`${day}T00:00:00Z`) });
  const look = () => lookForExpiries({ ...service.services, open }, new AbortController().signal);
  expire(soon);
  expect(await look()).toBeGreaterThan(0);
  await look();
  expect(await bell('recruiter')).toEqual([
    {
      text: `The document “License” of caregiver 70001 expires on ${soon}. Replace it in the source.`,
      link: '/submissions?expiring=yes',
    },
  ]);
  expect(await bell('chief')).toEqual([]);
  expect(await service.call(listExpiringDocuments, {}, recruiter)).toMatchObject({
    total: 1,
    rows: [{ caregiverId: '70001', document: 'License', expiresOn: soon, source: 'Demo Bullhorn', submissions: 1 }],
  });
  systems.ats.faults.push('html-before', 'html-before', 'html-before');
  await look();
  expect((await service.call(listExpiringDocuments, {}, chief)).total).toBe(1);
  systems.ats.faults.length = 0;
  expire(later);
  await look();
  expect((await service.call(listExpiringDocuments, {}, chief)).total).toBe(0);
  expire(soon);
  await look();
  expect(await bell('recruiter')).toHaveLength(1);
  await sql`update submission set state = 'withdrawn' where caregiver_id = '70001'`.execute(service.services.db);
  await look();
  expect((await service.call(listExpiringDocuments, {}, chief)).total).toBe(0);
});

test('a packet is one PDF: a cover, then the documents in order; what cannot be shown is named, and nothing is stored', async () => {
  const asked = { caregiverId: '70006', jobId: 8 };
  const packet = async () => {
    const answer = await service.send(previewPacket, asked, chief);
    expect(answer.status).toBe(200);
    const { headers, rawPayload } = answer.response;
    expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    expect(headers['content-disposition']).toContain('packet-6008.pdf');
    return PDFDocument.load(rawPayload, { updateMetadata: false });
  };
  const whole = await packet();
  expect([whole.getPageCount(), whole.getTitle()]).toEqual([3, expect.stringContaining(', Job 6008')]);
  const line = await createLineReader(service).lineOf(previewPacket, asked, chief);
  expect(line).toMatchObject({ object_kind: 'submissionTarget', detail: { job: '6008', documents: 2 } });
  const shows = async (resume: CandidateFile) => {
    systems.ats.records.files.set(70_006, [resume, file(2, 'License', 'License.pdf', demoPdf('License'))]);
    const shown = await packet();
    return [shown.getPageCount(), (await textsOfPdf(await shown.save())).join(' ')] as const;
  };
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const locked = Buffer.from(demoPdf('Resume').toString('latin1').replace('/Root', '/Encrypt 5 0 R /Root'), 'latin1');
  expect(await shows(file(1, 'Resume', 'Resume.png', png))).toMatchObject([3, expect.not.stringContaining('Not shown')]);
  for (const [name, bytes, why] of [
    ['Resume.pdf', Buffer.from('MZ program'), 'is a program'],
    ['Resume.pdf', Buffer.alloc(0), 'is empty'],
    ['Resume.pdf', Buffer.from('%PDF-1.4\nbroken'), 'It cannot be read'],
    ['Resume.pdf', locked, 'protected by a password'],
    ['Resume.docx', Buffer.from([0x50, 0x4b, 3, 4, 0]), 'no PDF document and no picture'],
    [
      'Resume.pdf',
      Buffer.concat([demoPdf('Resume'), Buffer.alloc(60 * 1024 * 1024)]),
      'It has 61 MB, and all documents of a preview have 60 MB',
    ],
  ] as const)
    expect(await shows(file(1, 'Resume', name, bytes))).toEqual([2, expect.stringContaining(why)]);
  systems.ats.records.files.set(70_006, []);
  expect((await packet()).getPageCount()).toBe(1);
  const gone = await service.send(previewPacket, { caregiverId: '79999', jobId: 8 }, chief);
  expect(JSON.stringify(gone.body)).toContain('no longer has this caregiver');
  const { rows } = await service.call(listSubmissions, { jobId: 8 }, chief);
  expect(rows).toEqual([]);
});

test('nothing that identifies a caregiver is in attempts, the bell, emails or warnings', async () => {
  const { rows } = await sql<{ all: string }>`select coalesce(string_agg(t.x, ' '), '') as all from (${sql.join(
    ['submission_attempt', 'submission_status', 'submission_expiry', 'notification', 'mail', 'audit'].map(
      (table) => sql`select row_to_json(${sql.table(table)})::text as x from ${sql.table(table)}`,
    ),
    sql` union all `,
  )}) t`.execute(service.services.db);
  const text = rows[0]?.all ?? '';
  expect(text).toContain('is now “Interview”');
  for (const canary of [
    /@candidates\.example/i,
    /555-01\d\d/,
    /19[789]\d-\d\d-\d\d/,
    /Abbott|Castillo/,
    /trio-demo-key|demo-client-secret/,
  ])
    expect(text).not.toMatch(canary);
});
