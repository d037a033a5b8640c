import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#contract/kit/messages.ts';
import {
  addSubmissionSubscription,
  checkSubmissionCredentials,
  listShortSubmissionTargets,
  listSubmissionChoices,
  listSubmissionTargets,
  readSubmissionTarget,
  removeSubmissionTarget,
  saveActiveSubmissionTargets,
  saveSubmissionTarget,
} from '#contract/submissions/targets.ts';
import type { LineReader } from '#tests/contract/audit/audit-lines.ts';
import { startTestBoard } from '#tests/support/submissions/start-test-board.ts';
import { refusedSecret, silentSecret, type TestSystem, testSystemId } from '#tests/support/submissions/test-system.ts';
import type { TestService } from '#tests/support/test-service.ts';

let ground: Awaited<ReturnType<typeof startTestBoard>>;
let service: TestService;
let system: TestSystem;
let reader: LineReader;
let chief: string;
let admin: string;
let recruiter: string;
let stranger: string;

beforeAll(async () => {
  ground = await startTestBoard();
  ({ service, system, reader } = ground);
  ({ chief, admin, recruiter, stranger } = ground.tokens);
});
afterAll(() => ground.close());

const settings = {
  specialtyTextBlock: '',
  subscriptionName: 'our-subscription',
  sessionInfo: '',
  errorStatus: '',
  errorField: '',
};
const bullhorn = {
  systemId: 8,
  name: 'Our Bullhorn',
  orgKey: 'api',
  site: 'https://auth.example.com/a',
  secret: 'geheim',
  settings,
};
const board = { systemId: testSystemId, name: 'Board', settings };
const saved = (args: object, token = chief) => service.send(saveSubmissionTarget, args as never, token);

test('a target is added with what its system needs; its secret is stored encrypted and shown to no one', async () => {
  const lacking = await saved({ ...bullhorn, orgKey: '', secret: '' });
  expect(lacking).toMatchObject({
    status: 400,
    body: { fields: { orgKey: 'Enter the username', secret: 'Enter the password' } },
  });
  const line = await reader.lineOf(saveSubmissionTarget, bullhorn, chief);
  expect(line).toMatchObject({ object_kind: 'submissionTarget', detail: { name: 'Our Bullhorn', newSecret: true } });
  const [target] = await service.call(listSubmissionTargets, {}, chief);
  expect(target).toMatchObject({ name: 'Our Bullhorn', systemName: 'Bullhorn', type: 2, isActive: true });
  const whole = await service.call(readSubmissionTarget, { id: target?.id ?? 0 }, chief);
  expect(whole).toMatchObject({ hasSecret: true, settings: { subscriptionName: 'our-subscription' }, checkedAt: null });
  const audit = await service.services.db.selectFrom('audit').select('detail').execute();
  expect(JSON.stringify([whole, audit])).not.toContain('geheim');
  expect(await saved({ ...bullhorn, name: 'OUR BULLHORN' })).toMatchObject({ body: { fields: { name: /Another/ } } as never });
});

test('a stored secret goes nowhere else: another host or username needs it again, another path does not', async () => {
  const [target] = await service.call(listSubmissionTargets, {}, chief);
  const kept = { ...bullhorn, id: target?.id, secret: '' };
  expect(await saved({ ...kept, site: 'https://evil.example.com' })).toMatchObject({
    status: 400,
    body: { fields: { secret: expect.stringMatching(/again/) } },
  });
  expect(await saved({ ...kept, orgKey: 'other' })).toMatchObject({ status: 400 });
  expect(await saved({ ...kept, site: 'https://auth.example.com/b' })).toMatchObject({ status: 200, body: { hasSecret: true } });
  expect(await saved({ ...kept, systemId: 25 })).toMatchObject({
    status: 400,
    body: { fields: { systemId: expect.stringMatching(/stays/) } },
  });
});

test('choices name each system with what it can do, and the dictionaries', async () => {
  const { systems, dictionaries, documents } = await service.call(listSubmissionChoices, {}, chief);
  expect(systems.map(({ name }) => name)).toEqual(['Bullhorn', 'LaborEdge Nexus', 'Trio VMS', 'Job board by file']);
  expect(systems.at(-1)?.can).toMatchObject({ lists: true, checkCredentials: true, submit: false });
  expect(dictionaries.length).toBe(8);
  expect(documents.some(({ name }) => name === 'Resume')).toBe(true);
});

test('credentials are checked as stored, with a note, and as sent', async () => {
  const { id } = await service.call(saveSubmissionTarget, { ...board, secret: 'right' }, chief);
  const check = (args: object) => service.send(checkSubmissionCredentials, { cust: 'me', id, ...args }, chief);
  const line = await reader.lineOf(checkSubmissionCredentials, { cust: 'me', stored: 'true', id }, chief);
  expect(line.detail).toMatchObject({ name: 'Board', accepted: true });
  expect((await service.call(readSubmissionTarget, { id }, chief)).checkWords).toBe('');
  expect(await check({ stored: 'false', secret: refusedSecret })).toMatchObject({
    body: { isAccepted: false, message: 'Wrong key.' },
  });
  expect(await check({ stored: 'false', secret: silentSecret })).toMatchObject({
    body: { message: expect.stringMatching(/no answer/) },
  });
  // The stored secret is not sent to another place.
  expect(await check({ stored: 'false', site: 'https://evil.example.com' })).toMatchObject({ status: 400 });
  expect(system.connections.some(({ site }) => site.includes('evil'))).toBe(false);
  expect(await check({ id: 0, stored: 'true' })).toMatchObject({ status: 400 });
  expect(
    await service.send(
      checkSubmissionCredentials,
      { cust: 'me', stored: 'false', systemId: 61, site: 'https://a.example', secret: 'x' },
      stranger,
    ),
  ).toMatchObject({ status: 403 });
});

test('a subscription has an address that cannot be guessed, and adding it again keeps the address', async () => {
  const targets = await service.call(listSubmissionTargets, {}, chief);
  const id = targets.find(({ name }) => name === 'Board')?.id ?? 0;
  const line = await reader.lineOf(addSubmissionSubscription, { id }, chief);
  expect(line.detail).toMatchObject({ name: 'Board' });
  await service.call(addSubmissionSubscription, { id }, chief);
  expect(system.hooks[0]).toMatch(/\/api\/submission\/webhook\/[\w-]{43}$/);
  expect(system.hooks[1]).toBe(system.hooks[0]);
  expect((await service.call(readSubmissionTarget, { id }, chief)).subscription).toMatchObject({
    name: 'our-subscription',
    problem: '',
  });
  await service.services.db.updateTable('submission_target').set({ active: false }).where('id', '=', id).execute();
  const refused = await service.send(addSubmissionSubscription, { id }, chief);
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { id: expect.stringContaining(messages.subscriptionNotAdded) } },
  });
});

test('the short list sets which targets are active; one without its connection stays inactive', async () => {
  const all = await service.call(listShortSubmissionTargets, {}, chief);
  expect(all.map(({ name, isActive }) => [name, isActive])).toEqual([
    ['Board', false],
    ['Our Bullhorn', true],
  ]);
  const line = await reader.lineOf(saveActiveSubmissionTargets, { ids: [all[0]?.id] }, chief);
  expect(line.detail).toMatchObject({ on: 'Board', off: 'Our Bullhorn' });
  const { id } = await service.call(saveSubmissionTarget, { systemId: 61, name: 'Trio', isActive: false, settings }, chief);
  const refused = await service.send(saveActiveSubmissionTargets, { ids: [id] }, chief);
  expect(refused).toMatchObject({ status: 400, body: { fields: { ids: expect.stringMatching(/^Trio lacks its connection/) } } });
  expect(await service.send(saveActiveSubmissionTargets, { ids: [99_999] }, chief)).toMatchObject({ status: 400 });
});

test('only an administrator who types the name removes a target, and not while a submission of it is on its way', async () => {
  const { db, now } = service.services;
  const { north } = service.people;
  const targets = await service.call(listSubmissionTargets, {}, chief);
  const id = targets.find(({ name }) => name === 'Board')?.id ?? 0;
  const gone = { id, me: north, name: 'Board' };
  expect(await service.send(removeSubmissionTarget, gone, chief)).toMatchObject({ status: 403 });
  expect(await service.send(removeSubmissionTarget, { ...gone, name: 'board' }, admin)).toMatchObject({ status: 400 });
  const submission = {
    customer_id: north,
    from_id: 1,
    to_id: id,
    caregiver_id: 'c1',
    reference: 'r1',
    user_id: null,
    created_at: now(),
  };
  await db.insertInto('submission').values(submission).execute();
  const open = await service.send(removeSubmissionTarget, gone, admin);
  expect(open).toMatchObject({ status: 400, body: { fields: { id: expect.stringContaining(messages.targetNotDeleted) } } });
  await sql`update submission set state = 'refused'`.execute(db);
  expect(await reader.lineOf(removeSubmissionTarget, gone, admin)).toMatchObject({ detail: { name: 'Board' } });
  const { rows } = await sql`select owner from secret where owner = ${`submission-target:${id}`}`.execute(db);
  expect(rows).toEqual([]);
});

test('without the right there is no answer, and other customers’ targets do not exist', async () => {
  const [target] = await service.call(listSubmissionTargets, {}, chief);
  expect(await service.send(readSubmissionTarget, { id: target?.id }, recruiter)).toMatchObject({ status: 403 });
  expect(await saved(bullhorn, recruiter)).toMatchObject({ status: 403 });
  expect(await service.call(listSubmissionTargets, {}, stranger)).toEqual([]);
});

test('a caregiver has one live submission for a job at a destination, by the id in the source and by the email address', async () => {
  const { db, now } = service.services;
  const { north } = service.people;
  let n = 0;
  const put = (over: object) => {
    n += 1;
    const row = {
      customer_id: north,
      from_id: 1,
      to_id: 2,
      job_id: 7,
      caregiver_id: 'c7',
      reference: `live ${n}`,
      user_id: null,
      created_at: now(),
    };
    return db
      .insertInto('submission')
      .values({ ...row, ...over })
      .execute();
  };
  await put({ caregiver_email: 'ann@example.org' });
  await expect(put({})).rejects.toThrow('submission_live');
  await expect(put({ from_id: 3, caregiver_id: 'x9', caregiver_email: 'ANN@example.org' })).rejects.toThrow(
    'submission_live_email',
  );
  await put({ job_id: 8, caregiver_email: 'ann@example.org' });
  await sql`update submission set state = 'refused' where job_id = 7`.execute(db);
  await put({ caregiver_email: 'ann@example.org' });
  expect(n).toBe(5);
});
