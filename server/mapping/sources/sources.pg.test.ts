import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSource, listAllMapSources, saveSource } from '#contract/mapping/sources.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let chief: string;
let administrator: string;
let viewer: string;
beforeAll(async () => {
  service = await startTestService();
  [chief, administrator, viewer] = await Promise.all([
    service.signIn('chief'),
    service.signIn('administrator'),
    service.signIn('viewer'),
  ]);
});
afterAll(() => service.close());

test('a source is changed by those who may; only an administrator gives it another name', async () => {
  const { ID } = await service.call(saveSource, { ID: 0, Source: 'Medloop' }, chief);
  await service.call(saveSource, { ID: 0, Source: 'Careline' }, chief);
  const change = { ID, Source: 'Medloop', AutoPost: true, Alias: 'ML' };
  expect(await service.call(changeSource, change, chief)).toMatchObject({ ID, AutoPost: true, Alias: 'ML' });
  const listed = await service.call(listAllMapSources, { cust: 'me' }, chief);
  expect(listed).toContainEqual({ ID, CustomerSourceID: ID, Source: 'Medloop', AutoPost: true, Alias: 'ML' });

  const renamed = { ...change, Source: 'Medloop-West' };
  expect(await service.send(changeSource, renamed, chief)).toMatchObject({ status: 403, body: { needs: 'admin' } });
  const me = service.people.north;
  expect(await service.call(changeSource, { ...renamed, me }, administrator)).toMatchObject({ Source: 'Medloop-West' });
  expect(await service.send(changeSource, { ...renamed, me, Source: 'careline' }, administrator)).toMatchObject({
    status: 400,
    body: { fields: { Source: expect.stringContaining('careline') } },
  });
});

test('one that is not there is not found, and who may only read changes none', async () => {
  const change = { ID: 4711, Source: 'Medloop', AutoPost: true, Alias: null };
  expect((await service.send(changeSource, change, chief)).status).toBe(404);
  expect((await service.send(changeSource, change, viewer)).status).toBe(403);
});
