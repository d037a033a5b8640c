import { afterEach, beforeEach, expect, test } from 'vitest';
import { messages } from '#contract/kit/messages.ts';
import { rightIds } from '#contract/kit/rights.ts';
import { login } from '#contract/people/auth.ts';
import { addRole, previewRole, readRole, readRoles, removeRole, saveRole, saveRoleRights } from '#contract/people/roles.ts';
import { confirmIdentity } from '#contract/people/second-factor-proof.ts';
import { getRole } from '#contract/people/users.ts';
import { emails, startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';

let service: TestService;
let administrator: string;
let chief: string;
beforeEach(async () => {
  service = await startTestService();
  administrator = await service.signIn('administrator');
  chief = await service.signIn('chief');
  await service.call(confirmIdentity, { password: testPassword }, administrator);
});
afterEach(() => service.close());

const rightsOf = (...ids: number[]) => ids.map((rightId) => ({ rightId }));
const idsIn = (role: { rights: { rightId: number }[] }) => role.rights.map(({ rightId }) => rightId).sort((a, b) => a - b);
const storedRights = async (userId: number) => {
  const { db } = service.services;
  const row = await db.selectFrom('app_user').select('rights').where('id', '=', userId).executeTakeFirstOrThrow();
  return [...row.rights].sort((a, b) => a - b);
};
const read = (id: number) => service.call(readRole, { id }, administrator);

test('a customer’s administrator reads roles, without the provider’s own and without rights of administrators', async () => {
  await service.services.db
    .updateTable('role')
    .set({ rights: [6, 28, 29] })
    .where('id', '=', 4)
    .execute();
  const roles = await service.call(readRoles, {}, chief);
  expect(roles.map(({ id, holders }) => [id, holders])).toEqual([
    [1, 1],
    [3, 1],
    [4, 1],
    [5, 0],
  ]);
  expect(roles.find(({ id }) => id === 4)?.rights).toEqual(rightsOf(6));
  expect((await service.send(readRole, { id: 2 }, chief)).status).toBe(404);
  const all = await service.call(readRoles, {}, administrator);
  expect(all.map(({ id, holders }) => [id, holders])).toEqual([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 1],
    [5, 0],
  ]);
  expect(await read(4)).toMatchObject({ name: 'Viewer', rights: rightsOf(6, 28, 29), version: 1 });
});

test('a role is added, saved and deleted; a name that exists and a right that does not are refused with a remedy', async () => {
  const added = await service.call(addRole, { name: ' Night desk ', rights: rightsOf(6, 3, 6) }, administrator);
  expect(added).toMatchObject({
    name: 'Night desk',
    rights: rightsOf(3, 6),
    authorisesEverything: false,
    version: 1,
    holders: 0,
  });
  const again = await service.send(addRole, { name: 'night DESK', rights: [] }, administrator);
  expect(again).toMatchObject({
    status: 400,
    body: { fields: { name: 'A role with this name exists already. Choose another name.' } },
  });
  const odd = await service.send(addRole, { name: '<b>__proto__</b>', rights: rightsOf(999) }, administrator);
  expect(odd).toMatchObject({ status: 400, body: { fields: { rights: 'Choose rights of the list. There is no right 999.' } } });
  const named = await service.call(saveRole, { id: added.id, name: '__proto__', rights: rightsOf(6) }, administrator);
  expect(named).toMatchObject({ name: '__proto__', version: 2, follow: { total: 0 }, keep: { total: 0 } });
  expect(await service.call(removeRole, { id: added.id }, administrator)).toMatchObject({ id: added.id });
  expect((await service.send(readRole, { id: added.id }, administrator)).status).toBe(404);
  expect((await service.send(removeRole, { id: added.id }, administrator)).status).toBe(404);
  expect((await service.send(saveRoleRights, { id: 77, rights: [6] }, administrator)).status).toBe(404);
});

test('people whose rights are the role’s follow it, with an audit line each; others keep theirs and are named', async () => {
  const { db } = service.services;
  const { recruiter, stranger, north } = service.people;
  await db
    .updateTable('app_user')
    .set({ rights: [6, 25] })
    .where('id', '=', stranger)
    .execute();
  const { name, rights } = await read(3);
  const fewer = [...rights.filter(({ rightId }) => rightId !== rightIds['jobs.post']), { rightId: rightIds['billing.read'] }];
  const preview = await service.call(previewRole, { id: 3, rights: fewer }, administrator);
  const effect = {
    follow: { total: 1, rows: [{ name: 'The recruiter', customer: 'North Staffing', gains: [22], loses: [10] }] },
    keep: { total: 1, rows: [{ name: 'The stranger', customer: 'South Staffing', gains: [], loses: [] }] },
  };
  expect(preview).toEqual(effect);
  expect(await storedRights(recruiter)).toContain(10);

  const saved = await service.call(saveRole, { id: 3, name, rights: fewer }, administrator);
  expect(saved).toMatchObject(effect);
  expect(await storedRights(recruiter)).toEqual(idsIn(saved));
  expect(await storedRights(stranger)).toEqual([6, 25]);
  const lines = await db.selectFrom('audit').selectAll().where('command', '=', 'user.follow_role').execute();
  expect(lines).toMatchObject([
    { customer_id: north, object_kind: 'user', object_id: String(recruiter), actor_id: service.people.administrator },
  ]);
  expect(lines[0]?.detail).toMatchObject({ roleId: 3, changed: { rights: [expect.any(Array), idsIn(saved)] } });
});

test('an assigned role is not deleted, and the answer names who has it; a removed person does not keep it', async () => {
  const { db } = service.services;
  const refused = await service.send(removeRole, { id: 4 }, administrator);
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { id: messages.roleAssigned, holders: 'Give another role to The viewer (North Staffing) first.' } },
  });
  await db
    .updateTable('app_user')
    .set({ disabled_at: new Date(), deleted_at: new Date() })
    .where('id', '=', service.people.viewer)
    .execute();
  expect(await service.call(removeRole, { id: 4 }, administrator)).toMatchObject({ name: 'Viewer' });
});

test('two editors of one role: what only one changed is kept, what both changed is a conflict by field', async () => {
  const opened = await read(4);
  const base = { name: opened.name, rights: opened.rights, authorisesEverything: false };
  await service.call(saveRole, { ...base, id: 4, rights: rightsOf(6), version: opened.version, base }, administrator);
  const renamed = await service.call(saveRole, { ...base, id: 4, name: 'Watcher', version: opened.version, base }, administrator);
  expect(renamed).toMatchObject({ name: 'Watcher', rights: rightsOf(6), version: 3 });

  const late = { ...base, id: 4, name: 'Reader', rights: rightsOf(25), version: opened.version };
  const conflict = await service.send(saveRole, { ...late, base }, administrator);
  expect(conflict).toMatchObject({
    status: 409,
    body: {
      current: {
        conflicts: [
          { field: 'name', yours: 'Reader', theirs: 'Watcher' },
          { field: 'rights', yours: [25], theirs: [6] },
        ],
      },
    },
  });
  // Without the values that the form began with, every field that differs from an old version is a conflict.
  expect((await service.send(saveRole, late, administrator)).status).toBe(409);
  expect(await service.call(saveRole, { ...late, version: 3 }, administrator)).toMatchObject({ name: 'Reader', version: 4 });
});

test('only administrators of the provider who confirmed who they are change roles', async () => {
  const sent = { id: 4, name: 'Viewer', rights: rightsOf(6) };
  expect((await service.send(saveRole, sent, chief)).status).toBe(403);
  const { accessToken } = await service.call(login, {
    username: emails.administrator,
    password: testPassword,
    refreshIn: 'body',
  });
  expect(await service.send(saveRole, sent, accessToken)).toMatchObject({ status: 403, body: { kind: 'confirm_identity' } });
  expect((await read(4)).version).toBe(1);
});

test('a change that leaves a customer without anyone who may change users is refused, and names the customer', async () => {
  const { rights, name } = await read(1);
  const without = rights.filter(({ rightId }) => rightId !== rightIds['users.write']);
  const refused = await service.send(saveRole, { id: 1, name, rights: without }, administrator);
  expect(refused).toMatchObject({
    status: 400,
    body: {
      fields: { rights: 'After this, no one at North Staffing could change users. Give that right to someone there first.' },
    },
  });
  expect(await storedRights(service.people.chief)).toContain(rightIds['users.write']);
});

test('who has a role that authorizes everything gains and loses with its flag, whatever their own rights are', async () => {
  const { db } = service.services;
  await db
    .updateTable('app_user')
    .set({ rights: [6, 25] })
    .where('id', '=', service.people.viewer)
    .execute();
  const { name, rights } = await read(4);
  const saved = await service.call(saveRole, { id: 4, name, rights, authorisesEverything: true }, administrator);
  expect(saved.keep.rows[0]?.gains).toContain(rightIds['users.write']);
  const viewer = await service.signIn('viewer');
  expect(await service.call(getRole, {}, viewer)).toMatchObject({ authorisesEverything: true });
  await service.call(saveRoleRights, { id: 4, rights: [6] }, administrator);
  expect(await storedRights(service.people.viewer)).toEqual([6, 25]);
});
