import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RightName } from '#contract/kit/rights.ts';
import { judgeEdit } from '#domain/rights/giving.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { givingRefusal, holdCustomers, readOthers, readPersonStates } from './person-states.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const fields = { role: 'roleId', rights: 'rights', state: 'state', signIn: 'email' };

test('a customer’s only user administrator is found by what people may do now; an invited one does not count', async () => {
  const { db } = service.services;
  const { chief, viewer, north, provider } = service.people;
  const others = () => db.transaction().execute((tx) => readOthers(tx, [north, provider], [chief]));
  expect((await others())(north)).toEqual(expect.objectContaining({ usersWrite: 0, administrators: 0 }));
  expect((await others())(provider)).toEqual(expect.objectContaining({ usersWrite: 1, administrators: 1 }));

  await db.updateTable('app_user').set({ role_id: 5 }).where('id', '=', viewer).execute();
  expect((await others())(north).usersWrite).toBe(1);
  await db.updateTable('sign_in').set({ password_hash: null }).where('user_id', '=', viewer).execute();
  expect((await others())(north).usersWrite).toBe(0);
  const [person] = await readPersonStates(db, { users: [viewer] });
  expect(person).toMatchObject({
    customerId: north,
    name: 'The viewer',
    ofProvider: false,
    state: { state: 'invited', role: { id: 5 } },
  });
});

test('what is refused is said at the fields of the call', async () => {
  const { db } = service.services;
  const { chief, recruiter, north } = service.people;
  const states = await readPersonStates(db, { users: [recruiter, chief] });
  const people = states.map(({ userId, state: before }) => {
    const after = { ...before, rights: new Set<RightName>() };
    return { userId, customerId: north, ofProvider: false, isGiver: false, before, after };
  });
  const giver = { administrator: false, authorisesEverything: false, rights: new Set<RightName>() };
  const refusals = await db.transaction().execute(async (tx) => {
    await holdCustomers(tx, [north]);
    return judgeEdit({ giver, people, othersOf: await readOthers(tx, [north], [recruiter, chief]) });
  });
  const refusal = givingRefusal(refusals, fields);
  expect(refusal?.error.fields['rights']).toMatch(
    /^You can’t take a right that you don’t have: .* This is the customer’s last active/,
  );
  expect(givingRefusal([], fields)).toBeNull();
});
