import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkTask } from '#contract/collecting/runs.ts';
import { checkCredentials, readTask, saveTask } from '#contract/collecting/tasks.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let vendor: Server;
let site = '';
let chief: string;
const asked: string[] = [];

beforeAll(async () => {
  vendor = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(url === '/jobs?key=right' ? 200 : 401).end('Job ID,Facility\nJ-1,Mercy\n');
  });
  await new Promise<void>((listening) => void vendor.listen(0, '127.0.0.1', listening));
  site = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  service = await startTestService({ vendorSiteUrl: site });
  chief = await service.signIn('chief');
});
afterAll(async () => {
  await service.close();
  vendor.close();
});

const draft = (url: string, over: { id?: number; crawlerId?: number } = {}) => ({
  cust: 'me' as const,
  id: 0,
  name: 'Harbor',
  site: 'Harbor',
  url,
  everyMinutes: 60,
  isDisabled: true,
  ...over,
});

test('what a person typed is tried at the vendor before it is saved, and nothing is saved by that', async () => {
  expect(await service.call(checkCredentials, draft(`${site}/jobs?key=wrong`), chief)).toMatch(/refused the sign-in/);
  expect(await service.call(checkCredentials, draft(`${site}/jobs?key=right`), chief)).toBe('');
  expect(asked).toEqual(['/jobs?key=wrong', '/jobs?key=right']);
  expect(await service.services.db.selectFrom('task').select('id').execute()).toEqual([]);
  const { rows } = { rows: await service.services.db.selectFrom('secret').select('owner').execute() };
  expect(rows.filter(({ owner }) => owner.startsWith('task:'))).toEqual([]);
});

test('a crawler that signs in nowhere is not checked, and an unknown one is named', async () => {
  const fieldsOf = async (crawlerId: number) => {
    const { status, body } = await service.send(checkCredentials, draft('', { crawlerId }), chief);
    expect(status).toBe(400);
    return body as object;
  };
  const upload = await service.services.db
    .selectFrom('crawler_setup')
    .select('id')
    .where('kind', '=', 'file')
    .executeTakeFirstOrThrow();
  expect(await fieldsOf(upload.id)).toMatchObject({ fields: { crawlerId: 'Not implemented' } });
  expect(await fieldsOf(4711)).toMatchObject({ fields: { crawlerId: expect.stringMatching(/Choose a crawler/) } });
});

test('the state of a saved sign-in is what its last check found', async () => {
  const { id } = await service.call(saveTask, draft(`${site}/jobs?key=right`), chief);
  const at = { cust: 'me', id } as const;
  const stateOf = async () => (await service.call(readTask, at, chief)).checkState;
  expect(await stateOf()).toBe(1);
  expect(await service.call(checkTask, at, chief)).toBe('');
  expect(await stateOf()).toBe(2);
  await service.call(saveTask, draft(`${site}/jobs?key=wrong`, { id }), chief);
  expect(await stateOf()).toBe(1);
  expect(await service.call(checkTask, at, chief)).toMatch(/refused the sign-in/);
  expect(await stateOf()).toBe(3);
  const stranger = await service.signIn('stranger');
  expect((await service.send(checkCredentials, draft(site), stranger)).status).toBe(403);
});
