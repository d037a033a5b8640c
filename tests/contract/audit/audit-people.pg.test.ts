import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { changePeople, inviteAgain, removeContact, saveContact, saveContactById } from '#contract/people/contacts.ts';
import { inviteSeveral } from '#contract/people/invitations.ts';
import { endPersonSessions, resetPersonFactor } from '#contract/people/sessions.ts';
import { routes } from '#server/routes.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { callsAboutPeople } from './audited-elsewhere.ts';

// As audit.pg.test.ts, for the calls about people: each is made once, and its line read.
let service: TestService;
let chief: string;
const done = new Set<Endpoint>();
const password = 'another-Good-1-phrase';
beforeAll(async () => {
  service = await startTestService();
  chief = await service.signIn('chief');
});
afterAll(() => service.close());

/** Makes a call and returns its audit line, of which there must be exactly one. */
async function lineOf(endpoint: Endpoint, args: Record<string, unknown>) {
  const { db } = service.services;
  const name = routes.find((handler) => handler.endpoint === endpoint)?.audit ?? '';
  const lines = () => db.selectFrom('audit').selectAll().where('command', '=', name).orderBy('id').execute();
  const before = (await lines()).length;
  expect(await service.send(endpoint, { cust: 'me', ...args }, chief), endpoint.route).toMatchObject({ status: 200 });
  done.add(endpoint);
  const [line, ...others] = (await lines()).slice(before);
  expect([line, others], endpoint.route).toEqual([expect.anything(), []]);
  return { ...line, changed: line?.detail['changed'] };
}

test('audit lines of people: added, changed, several at once, invited, signed out, removed', async () => {
  const { north, chief: actor, viewer } = service.people;
  const added = await lineOf(saveContact, { name: 'Ivy', email: 'ivy@north.test', roleId: 3 });
  expect(added).toMatchObject({ customer_id: north, actor_id: actor, object_kind: 'user' });
  expect(added.changed).toMatchObject({ name: [null, 'Ivy'], email: [null, 'ivy@north.test'], roleId: [null, 3] });
  const id = Number(added.object_id);
  expect((await lineOf(inviteAgain, { id })).object_id).toBe(String(id));
  const listed = { name: 'Two', email: 'two@north.test', phone: null, roleId: 3 };
  expect((await lineOf(inviteSeveral, { people: [listed] })).changed).toMatchObject({ email: [null, 'two@north.test'] });
  const saved = await lineOf(saveContactById, { id: viewer, phone: '1', password });
  expect([saved.changed, saved.detail]).toMatchObject([{ phone: [null, '1'] }, { secrets: ['password'] }]);
  const several = await lineOf(changePeople, { ids: [viewer], getsSystemAlerts: true });
  expect(several).toMatchObject({ object_id: String(viewer), changed: { getsSystemAlerts: [false, true] } });
  await service.signIn('recruiter');
  expect((await lineOf(endPersonSessions, { id: service.people.recruiter })).detail).toEqual({ ended: 1 });
  const key = { customer_id: north, user_id: viewer, id: 'k', public_key: 'k', counter: 0, host: 'h', name: 'Key' };
  await service.services.db.insertInto('passkey').values(key).execute();
  expect((await lineOf(resetPersonFactor, { id: viewer })).object_id).toBe(String(viewer));
  expect((await lineOf(removeContact, { id })).detail).toMatchObject({ name: 'Ivy', links: 0, devices: 0 });
});

test('the test above covers every call about people that declares an audit line', () => {
  const named = routes.filter(
    ({ endpoint, audit }) => callsAboutPeople.has(endpoint) && audit !== null && !audit.startsWith('none: '),
  );
  expect(named.filter(({ endpoint }) => !done.has(endpoint)).map(({ endpoint: { route } }) => route)).toEqual([]);
});

test('no audit line contains the password', async () => {
  const lines = await service.services.db.selectFrom('audit').select('detail').execute();
  expect(JSON.stringify(lines)).not.toContain(password);
});
