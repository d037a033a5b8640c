import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/all.ts';
import { uploadJobs } from '#contract/collecting/uploads.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { mostInvited, previewInvitations } from '#contract/people/invitations.ts';
import { addCaregiverDocument } from '#contract/submissions/caregiver-documents.ts';
import { taxFormId, uploadDocument } from '#contract/support/documents.ts';
import { addTicketFile, sendTicket } from '#contract/support/tickets.ts';
import { shipParsers } from '#server/collecting/parsers/ship-parsers.ts';
import { sampleArgs } from '#tests/contract/sample-args.ts';
import { type BothSystems, plantSubmissionWorld, startBothSystems } from '#tests/support/submissions/submission-world.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { watchLoop } from '#tests/support/watch-loop.ts';
import { seedMapping } from '#tests/support/worlds/mapping-world.ts';
import { quickHostileFeeds } from './hostile-feeds.ts';

// Generated from the contract, so that it includes every new upload.
const uploads = endpoints.filter((endpoint) => endpoint.upload !== undefined);

let service: TestService;
/** Users of two customers with all rights there: their files are read at the same time. */
let tokens: readonly string[];
/** An administrator, for uploads that belong to the provider. */
let administrator: string;
/** A ticket of each user, by token: it takes files. */
const tickets = new Map<string, number>();
/** Who sends files. The world of submissions is that of the first user alone. */
const tokensFor = ({ needs, route }: Endpoint) =>
  needs === 'admin' ? [administrator] : route === addCaregiverDocument.route ? tokens.slice(0, 1) : tokens;
/** A source of caregivers and a destination, with a document that a package asks for. */
let systems: BothSystems;
let submission: { readonly fromId: number; readonly toId: number; readonly documentId: number };
beforeAll(async () => {
  systems = await startBothSystems();
  service = await startTestService({ allowHosts: systems.hosts });
  const { db } = service.services;
  const { north, south, recruiter, stranger } = service.people;
  await db.updateTable('app_user').set({ role_id: 5 }).where('id', 'in', [recruiter, stranger]).execute();
  for (const customer of [north, south]) await seedMapping(db, customer, [], []);
  await shipParsers(db);
  const target = { id: 1, system_id: 61, name: 'Trio' };
  await db
    .insertInto('submission_target')
    .values([north, south].map((customer_id) => ({ ...target, customer_id })))
    .execute();
  submission = await plantSubmissions(north);
  administrator = await service.signIn('administrator');
  tokens = await Promise.all([service.signIn('recruiter'), service.signIn('stranger')]);
  for (const token of tokens) {
    const ticket = { email: 'ann@north.example', question: { id: 6 }, comment: 'The file is attached.' };
    const { id } = await service.call(sendTicket, ticket, token);
    tickets.set(token, id);
  }
});
afterAll(async () => {
  await service.close();
  await systems.close();
});

async function plantSubmissions(customer: number) {
  const { db } = service.services;
  await sql`alter table submission_target alter column id restart with 100`.execute(db);
  const { source, destination } = await plantSubmissionWorld(service.services, customer, systems);
  const { id } = await db
    .selectFrom('submission_entry')
    .select('id')
    .where('target_id', '=', destination)
    .where('kind', '=', 'document')
    .where('name', '=', 'License')
    .executeTakeFirstOrThrow();
  return { fromId: source, toId: destination, documentId: id };
}

/** Values that let a call reach its file, by the name of the argument. */
const values: Readonly<Record<string, unknown>> = {
  cust: 'me',
  me: 'me',
  target: 1,
  targetId: 1,
  objectName: 'degree',
  fields: '8',
  targets: '17',
};
const argsOf = (endpoint: Endpoint, bytes: Uint8Array, token = '') => ({
  ...sampleArgs(endpoint),
  ...Object.fromEntries(Object.entries(values).filter(([name]) => name in endpoint.args.shape)),
  ...(endpoint === uploadDocument && { id: taxFormId }),
  ...(endpoint === addCaregiverDocument && { ...submission, caregiverId: '70001' }),
  ...(endpoint === addTicketFile && { id: tickets.get(token) ?? 1, ref: undefined }),
  [endpoint.upload ?? '']: bytes,
  [`${endpoint.upload}Name`]: 'file.csv',
});
const upload = (endpoint: Endpoint, bytes: Uint8Array, token?: string) =>
  service.send(endpoint, argsOf(endpoint, bytes, token), token);

/** A file with the columns of every list. */
const goodFile = (rows: number): Uint8Array =>
  new TextEncoder().encode(
    [
      'id,name,job id,facility,degree,specialty,shift,ats degree,email,role',
      ...Array.from(
        { length: rows },
        (_, n) => `${n},Name ${n},J${n},Mercy ${n},D${n},S${n},Nights ${n},A${n},p${n}@north.test,Recruiter`,
      ),
    ].join('\n'),
  );

/** A file that an upload takes. */
function goodFileFor(endpoint: Endpoint): Uint8Array {
  if (endpoint === uploadDocument) return new TextEncoder().encode('%PDF-1.7\n%%EOF');
  return goodFile(endpoint === previewInvitations ? mostInvited : 2000);
}

/** The long form sends every file to every upload. */
const all = process.env['HOSTILE_UPLOADS'] === 'all';
const shareOfShortForm = 2;

/** The hostile files for an upload. In the short form each upload gets a share; together they get every file. */
function filesFor(endpoint: Endpoint) {
  const first = uploads.indexOf(endpoint) * shareOfShortForm;
  const share = Array.from({ length: shareOfShortForm }, (_, n) => (first + n) % quickHostileFeeds.length);
  return all ? quickHostileFeeds : quickHostileFeeds.filter((_, n) => share.includes(n));
}

test('the short form uses every hostile file', () => {
  expect(new Set(uploads.flatMap(filesFor))).toEqual(new Set(quickHostileFeeds));
});

test('the contract has the known uploads', () => {
  expect(uploads.length).toBeGreaterThanOrEqual(10);
});

describe.each(uploads)('$route', (endpoint) => {
  test('reads a good file, and the event loop stays free', async () => {
    const stop = watchLoop();
    const { status, body } = await upload(endpoint, goodFileFor(endpoint), tokensFor(endpoint)[0]);
    const { worst } = stop();
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(worst).toBeLessThanOrEqual(250);
  });

  test('answers each hostile file with success or a typed refusal, and the event loop stays free', async () => {
    const files = filesFor(endpoint).map(({ name, bytes }) => ({ name, bytes: bytes() }));
    const stop = watchLoop();
    const senders = tokensFor(endpoint);
    const answers = await Promise.all(
      senders.map(async (token, lane) => {
        const own = files.filter((_, n) => n % senders.length === lane);
        const got = [];
        for (const { name, bytes } of own) got.push({ name, ...(await upload(endpoint, bytes, token)) });
        return got;
      }),
    );
    const { worst } = stop();
    for (const { name, status, body } of answers.flat()) {
      expect({ name, status }).toEqual({ name, status: expect.toBeOneOf([200, 400, 413]) as number });
      if (status !== 200) expect({ name, refusal: Refusal.safeParse(body).data }).toEqual({ name, refusal: body });
    }
    expect(answers.flat()).toHaveLength(files.length);
    expect(worst).toBeLessThanOrEqual(250);
  });
});

test('too many files of one customer at once are answered with 429 and the time to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(uploadJobs, goodFile(2000), tokens[0])));
  const busy = answers.filter(({ status }) => status === 429);
  expect(busy.length).toBeGreaterThan(0);
  for (const { body, response } of busy) {
    expect(body).toEqual({ kind: 'busy', retryAfterSeconds: 5 });
    expect(response.headers['retry-after']).toBe('5');
  }
  expect(answers.filter(({ status }) => status === 200).length).toBe(answers.length - busy.length);
});
