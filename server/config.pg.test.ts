import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { readConfig } from './config.ts';
import { buildServer, type Server } from './kit/http/serve.ts';
import { routes } from './routes.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const limits = { perAddress: 10, renewalsPerAddress: 40, perUser: 10, syncPerUser: 10 };

/** The calls left to an address after each of these requests, by its X-Forwarded-For. */
async function callsLeft(setting: string, forwarded: readonly string[]): Promise<number[]> {
  const trustProxy = readConfig({ JOBDOCK_TRUST_PROXY: setting }).JOBDOCK_TRUST_PROXY;
  const server: Server = await buildServer({
    services: service.services,
    handlers: routes,
    clientFolder: '/nowhere',
    limits,
    trustProxy,
  });
  const left: number[] = [];
  for (const addresses of forwarded) {
    const headers = { 'x-forwarded-for': addresses };
    const answer = await server.app.inject({ url: '/auth/challenge', headers, remoteAddress: '10.0.0.5' });
    left.push(Number(answer.headers['x-ratelimit-remaining']));
  }
  await server.drain();
  return left;
}

const forged = ['203.0.113.1, 198.51.100.7', '203.0.113.2, 198.51.100.7', '203.0.113.3, 198.51.100.7'];

test('behind one proxy, the address that the caller wrote into X-Forwarded-For is not believed', async () => {
  expect(await callsLeft('1', forged)).toEqual([9, 8, 7]);
  expect(await callsLeft('1', ['198.51.100.7', '198.51.100.8'])).toEqual([9, 9]);
});

test('behind two proxies, the entry of the outer one counts', async () => {
  expect(await callsLeft('2', ['203.0.113.1, 198.51.100.7, 10.0.0.9', '203.0.113.2, 198.51.100.7, 10.0.0.9'])).toEqual([9, 8]);
});

test('with the addresses of the proxies, only those are believed', async () => {
  expect(await callsLeft('10.0.0.0/8', forged)).toEqual([9, 8, 7]);
  expect(await callsLeft('192.0.2.1', ['198.51.100.7', '198.51.100.8'])).toEqual([9, 8]);
});

test('without a proxy the header is not believed', async () => {
  expect(await callsLeft('0', ['198.51.100.7', '198.51.100.8'])).toEqual([9, 8]);
});

test.each(['yes', '-1', '10.0.0.0/8/8', '10.0.0.0/33', '10', ''])('the setting %j is refused with the remedy', (setting) => {
  expect(() => readConfig({ JOBDOCK_TRUST_PROXY: setting })).toThrow('number of proxies');
});
