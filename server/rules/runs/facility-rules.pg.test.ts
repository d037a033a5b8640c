import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFacilityRules, readFacilityRules, removeSourceRules, setSourceRules } from '#contract/rules/facility-rules.ts';
import { writeRows } from '#server/feed/publish.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let chief: string;
let viewer: string;
let stranger: string;
beforeAll(async () => {
  service = await startTestService();
  const row = { id: 3, name: 'Harbor VMS', alias: null, autoPost: false, aliases: [], members: [] };
  await service.services.db.transaction().execute((tx) => writeRows(tx, service.people.north, [{ collection: 'source', row }]));
  [chief, viewer, stranger] = await Promise.all([service.signIn('chief'), service.signIn('viewer'), service.signIn('stranger')]);
});
afterAll(() => service.close());

const at = { cust: 'me', sourceId: 3 } as const;

test('a facility’s rule is found by its name, ignoring case and spaces around it; other facilities have none', async () => {
  await service.call(setSourceRules, { ...at, facilities: ['Mercy West', 'Fairhaven'] }, chief);
  const found = await service.call(readFacilityRules, { ...at, facility: ' mercy WEST ' }, chief);
  expect(found).toMatchObject([{ sourceId: 3, facility: 'Mercy West', active: true, by: 'The chief' }]);
  expect(await service.call(readFacilityRules, { ...at, facility: 'Mercy' }, chief)).toEqual([]);
  expect((await service.send(readFacilityRules, { ...at, facility: 'Mercy West' }, stranger)).status).toBe(404);
});

test('all facilities of a source are staffed again at once, by a user who may cancel jobs', async () => {
  await service.call(setSourceRules, { ...at, facilities: ['Mercy West', 'Fairhaven'] }, chief);
  expect((await service.send(removeSourceRules, at, viewer)).status).toBe(403);
  expect(await service.call(listFacilityRules, at, chief)).toHaveLength(2);
  expect(await service.call(removeSourceRules, at, chief)).toEqual([]);
  expect(await service.call(listFacilityRules, at, chief)).toEqual([]);
  expect((await service.send(removeSourceRules, { ...at, sourceId: 4711 }, chief)).status).toBe(404);
});
