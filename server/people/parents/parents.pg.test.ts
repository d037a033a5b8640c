import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listParentLinks, removeParentLink, saveParentLink } from '#contract/people/parents.ts';
import { addCustomer } from '#server/seed/seed.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let admin: string;
let [north, south, east] = [0, 0, 0];
beforeAll(async () => {
  service = await startTestService();
  admin = await service.signIn('administrator');
  ({ north, south } = service.people);
  east = await service.services.db.transaction().execute((tx) => addCustomer(tx, { name: 'East Staffing' }));
});
afterAll(() => service.close());
afterEach(() => service.services.db.updateTable('customer').set({ parent_id: null, deleted_at: null }).execute());

const save = (parent: number, child: number, token = admin) =>
  service.send(saveParentLink, { customer: -1, parent, child }, token);
const shown = async (customer = -1) =>
  (await service.call(listParentLinks, { customer }, admin)).map(({ parentName, childName }) => [parentName, childName]);

test('two customers become parent and child, are listed for both, and are separated again', async () => {
  const link = { id: south, parent: north, child: south, parentName: 'North Staffing', childName: 'South Staffing' };
  expect(await save(north, south)).toMatchObject({ status: 200, body: link });
  expect(await save(north, south)).toMatchObject({ status: 200, body: link });
  expect(await shown()).toEqual([['North Staffing', 'South Staffing']]);
  expect([await shown(north), await shown(south), await shown(east)].map((links) => links.length)).toEqual([1, 1, 0]);
  expect((await service.send(removeParentLink, { customer: east, id: south }, admin)).status).toBe(404);
  expect(await service.call(removeParentLink, { customer: north, id: south }, admin)).toEqual(link);
  expect(await shown()).toEqual([]);
  expect((await service.send(removeParentLink, { customer: -1, id: south }, admin)).status).toBe(404);
});

test.each([
  ['no parent', () => save(0, south), { parent: 'Choose the parent customer' }],
  ['no child', () => save(north, 0), { child: 'Choose the child customer' }],
  ['itself', () => save(north, north), { child: expect.stringMatching(/its own parent/) }],
  ['the provider as parent', () => save(service.people.provider, north), { parent: expect.stringMatching(/provider/) }],
  ['the provider as child', () => save(north, service.people.provider), { child: expect.stringMatching(/provider/) }],
])('%s is refused at its field', async (_what, send, fields) => {
  expect(await send()).toMatchObject({ status: 400, body: { fields } });
  expect(await shown()).toEqual([]);
});

test('no circle, no child of a child, and one parent', async () => {
  await save(north, south);
  const refused = [await save(south, north), await save(south, east), await save(east, north), await save(east, south)];
  expect(refused.map(({ status, body }) => [status, Object.keys((body as { fields: object }).fields)])).toEqual([
    [400, ['parent']],
    [400, ['parent']],
    [400, ['child']],
    [400, ['child']],
  ]);
});

test('two edits at once make no circle', async () => {
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all([save(north, south), save(south, north)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
    await service.services.db.updateTable('customer').set({ parent_id: null }).execute();
  }
});

test('a deleted customer and one that never existed are not found; others than administrators may do none of it', async () => {
  await service.services.db.updateTable('customer').set({ deleted_at: new Date() }).where('id', '=', east).execute();
  expect([(await save(north, east)).status, (await save(north, 999_999)).status]).toEqual([404, 404]);
  expect((await service.send(listParentLinks, { customer: east }, admin)).status).toBe(404);
  const chief = await service.signIn('chief');
  expect((await save(north, south, chief)).status).toBe(403);
  expect((await service.send(listParentLinks, { customer: -1 }, chief)).status).toBe(403);
});
