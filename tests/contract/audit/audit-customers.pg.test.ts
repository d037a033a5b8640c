import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { addCustomer, removeCustomer, restoreCustomer, saveCustomer } from '#contract/people/account.ts';
import { saveModules } from '#contract/people/customers.ts';
import { readExportKeys } from '#contract/people/export-keys.ts';
import { changeLink, linkStatus } from '#contract/people/links.ts';
import { moveToChild, stopMove, undoMove } from '#contract/people/moves.ts';
import { removeParentLink, saveParentLink } from '#contract/people/parents.ts';
import { addRole, removeRole, saveRole, saveRoleRights } from '#contract/people/roles.ts';
import { writeRows } from '#server/feed/publish.ts';
import { routes } from '#server/routes.ts';
import { emails, startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';
import { changed, createLineReader, type LineReader } from './audit-lines.ts';
import { callsAboutCustomers } from './audited-elsewhere.ts';

// As audit.pg.test.ts, for the calls about customers, roles and links: each is made once, and its line read.
let service: TestService;
let reader: LineReader;
let admin: string;
let north: number;
beforeAll(async () => {
  service = await startTestService();
  reader = createLineReader(service);
  north = service.people.north;
  admin = await service.signIn('administrator');
});
afterAll(() => service.close());

const lineOf = (endpoint: Endpoint, args: Record<string, unknown>, token: string) => reader.lineOf(endpoint, args, token);
const linesOf: LineReader['linesOf'] = (...call) => reader.linesOf(...call);

test('audit lines of customers: add, save, modules, delete, restore', async () => {
  const fields = { name: 'West', email: 'office@west.test', status: 'active', since: '2026-01-05', connections: 3, plan: 1 };
  const line = await lineOf(addCustomer, fields, admin);
  const id = Number(line.object_id);
  expect(line).toMatchObject({ customer_id: id, object_kind: 'customer' });
  expect(changed(line)).toMatchObject({ name: [null, 'West'], connections: [null, 3] });
  const saved = await lineOf(saveCustomer, { id, userLimit: 9 }, admin);
  expect(saved).toMatchObject({ customer_id: id, detail: { changed: { userLimit: [5, 9] } } });
  const modules = ['collection', 'mapping', 'staging', 'posting'];
  const fewer = await lineOf(saveModules, { cust: id, modules: ['mapping'] }, admin);
  expect(changed(fewer)).toEqual({ modules: [modules, ['mapping']] });
  // No one reads the audit of a deleted customer: these two lines are the provider’s.
  const ours = { customer_id: service.people.provider, object_id: String(id), detail: { name: 'West' } };
  expect(await lineOf(removeCustomer, { cust: id, name: 'West' }, admin)).toMatchObject(ours);
  expect(await lineOf(restoreCustomer, { id }, admin)).toMatchObject(ours);
});

test('the audit line of the keys that open sealed changes of a closed customer', async () => {
  const { south, stranger } = service.people;
  const setStatus = (status: 'active' | 'inactive') =>
    service.services.db.updateTable('customer').set({ status }).where('id', '=', south).execute();
  await setStatus('inactive');
  const clientIds = ['a-device-of-the-stranger'];
  const line = await lineOf(
    readExportKeys,
    { username: emails.stranger, password: testPassword, customerId: south, clientIds },
    '',
  );
  expect(line).toMatchObject({ customer_id: south, actor_id: stranger, detail: { ofCustomer: south, lanes: 0 } });
  await setStatus('active');
});

test('audit lines of roles: added, saved, rights set, deleted', async () => {
  const added = await lineOf(addRole, { name: 'Night desk', rights: [{ rightId: 6 }] }, admin);
  expect(added).toMatchObject({ customer_id: service.people.provider, object_kind: 'role' });
  expect(changed(added)).toEqual({ name: [null, 'Night desk'], rights: [null, [6]], authorisesEverything: [null, false] });
  const id = Number(added.object_id);
  const saved = await lineOf(saveRole, { id, name: 'Day desk', rights: [{ rightId: 6 }] }, admin);
  expect(saved.detail).toEqual({ changed: { name: ['Night desk', 'Day desk'] }, followers: 0 });
  const given = await lineOf(saveRoleRights, { id, rights: [6, 25] }, admin);
  expect(changed(given)).toEqual({ rights: [[6], [6, 25]] });
  expect(await lineOf(removeRole, { id }, admin)).toMatchObject({ detail: { name: 'Day desk', rights: [6, 25] } });
});

test('a link leaves a line in the audit of both customers', async () => {
  const { recruiter, south } = service.people;
  const ask = { customer: north, id: recruiter, linkedCustomerId: south, status: linkStatus.asked };
  const lines = await linesOf(changeLink, () => service.send(changeLink, ask, admin), 200, 2);
  expect(lines.map(({ customer_id }) => customer_id)).toEqual([north, south]);
});

test('a parent and its child, linked and separated', async () => {
  const { south } = service.people;
  const linked = await lineOf(saveParentLink, { customer: -1, parent: north, child: south }, admin);
  expect([linked.customer_id, changed(linked)]).toEqual([south, { parent: [null, north] }]);
  expect(changed(await lineOf(removeParentLink, { customer: -1, id: south }, admin))).toEqual({ parent: [north, null] });
});

test('a move of sources to a child: asked for, stopped, and asked to be undone', async () => {
  const { db } = service.services;
  const { south } = service.people;
  await service.call(saveParentLink, { customer: -1, parent: north, child: south }, admin);
  const row = { id: 900, name: 'Harbor VMS', alias: null, autoPost: false, aliases: [], members: [] };
  await db.transaction().execute((tx) => writeRows(tx, north, [{ collection: 'source', row }]));
  const asked = await lineOf(moveToChild, { customer: north, parent: north, child: south, sourceIds: [900] }, admin);
  const expected = { parent: 'North Staffing', child: 'South Staffing', sources: ['Harbor VMS'] };
  expect(asked).toMatchObject({ customer_id: north, object_kind: 'run', detail: expected });
  const move = { customer: north, id: Number(asked.object_id) };
  expect(await lineOf(stopMove, move, admin)).toMatchObject({ customer_id: north, object_id: asked.object_id });
  // As if it had moved its source before it was stopped.
  await db.updateTable('run').set({ changed: 1 }).where('id', '=', move.id).execute();
  expect(await lineOf(undoMove, move, admin)).toMatchObject({ customer_id: north, object_id: asked.object_id });
  await service.call(removeParentLink, { customer: -1, id: south }, admin);
});

test('the tests above cover every call about customers, roles and links that declares an audit line', () => {
  const named = routes.filter(
    ({ endpoint, audit }) => callsAboutCustomers.has(endpoint) && audit !== null && !audit.startsWith('none: '),
  );
  expect(named.filter(({ endpoint }) => !reader.done.has(endpoint)).map(({ endpoint: { route } }) => route)).toEqual([]);
});
