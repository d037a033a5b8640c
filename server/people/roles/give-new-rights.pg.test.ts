import { afterAll, beforeAll, expect, test } from 'vitest';
import { rightIds } from '#contract/kit/rights.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { giveNewRights } from './give-new-rights.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const id = rightIds['activity.read'];
const list = [{ right: 'activity.read', roles: [1] }] as const;
const rightsOfRole = async (role: number) => {
  const row = await service.services.db.selectFrom('role').select('rights').where('id', '=', role).executeTakeFirstOrThrow();
  return row.rights;
};
const rightsOfUser = async (user: number) => {
  const row = await service.services.db.selectFrom('app_user').select('rights').where('id', '=', user).executeTakeFirstOrThrow();
  return row.rights;
};
const withoutIt = (rights: readonly number[]) => rights.filter((right) => right !== id);

test('an existing installation gets a new right once: the role, and people whose rights were the role’s', async () => {
  const { db } = service.services;
  const { chief, viewer } = service.people;
  // As before the right existed.
  const before = withoutIt(await rightsOfRole(1));
  await db.updateTable('role').set({ rights: before }).where('id', '=', 1).execute();
  await db.updateTable('app_user').set({ role_id: 1, rights: before }).where('id', '=', chief).execute();
  await db
    .updateTable('app_user')
    .set({ role_id: 1, rights: before.slice(1) })
    .where('id', '=', viewer)
    .execute();

  const twice = await Promise.all([giveNewRights(db, list), giveNewRights(db, list)]);
  expect(twice.flat()).toEqual(['activity.read']);
  expect(new Set(await rightsOfRole(1))).toEqual(new Set([...before, id]));
  expect(await rightsOfUser(chief)).toContain(id);
  // A person with rights of their own keeps exactly those.
  expect(await rightsOfUser(viewer)).toEqual(before.slice(1));
  const line = await db.selectFrom('audit').select('detail').where('command', '=', 'right.given').execute();
  expect(line).toEqual([{ detail: { right: 'activity.read', roles: [1] } }]);
});

test('a right that was taken from its role later is not given back by a start', async () => {
  const { db } = service.services;
  await db
    .updateTable('role')
    .set({ rights: withoutIt(await rightsOfRole(1)) })
    .where('id', '=', 1)
    .execute();
  expect(await giveNewRights(db, list)).toEqual([]);
  expect(await rightsOfRole(1)).not.toContain(id);
});
