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

test('a source can be changed with the right to do so; only an administrator can rename it', async () => {
  const { id } = await service.call(saveSource, { id: 0, name: 'Medloop' }, chief);
  await service.call(saveSource, { id: 0, name: 'Careline' }, chief);
  const change = { id, name: 'Medloop', autoPost: true, alias: 'ML' };
  expect(await service.call(changeSource, change, chief)).toMatchObject({ id, autoPost: true, alias: 'ML' });
  const listed = await service.call(listAllMapSources, { cust: 'me' }, chief);
  expect(listed).toContainEqual({ id, customerSourceId: id, name: 'Medloop', autoPost: true, alias: 'ML' });

  const renamed = { ...change, name: 'Medloop-West' };
  expect(await service.send(changeSource, renamed, chief)).toMatchObject({ status: 403, body: { needs: 'admin' } });
  const me = service.people.north;
  expect(await service.call(changeSource, { ...renamed, me }, administrator)).toMatchObject({ name: 'Medloop-West' });
  expect(await service.send(changeSource, { ...renamed, me, name: 'careline' }, administrator)).toMatchObject({
    status: 400,
    body: { fields: { name: expect.stringContaining('careline') } },
  });
});

test('a missing source returns 404, and a read-only user cannot change one', async () => {
  const change = { id: 4711, name: 'Medloop', autoPost: true, alias: null };
  expect((await service.send(changeSource, change, chief)).status).toBe(404);
  expect((await service.send(changeSource, change, viewer)).status).toBe(403);
});
