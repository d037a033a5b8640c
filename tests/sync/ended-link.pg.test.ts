import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rightIds } from '#contract/kit/rights.ts';
import { changeLink, linkStatus } from '#contract/people/links.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { readOutbox } from '#src/outbox/items.ts';
import { scan } from '#src/store/rows.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { stage } from '../support/worlds/sync-world.ts';
import { hand, realDevice, until } from './real-device.ts';

// The recruiter of North works at South through a link that South approved.
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await stage(service.services.db, service.people.south, 3);
  await service.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => service.close());

const change = async (status: number, rights?: number[]) => {
  const { north: customer, recruiter: id, south: linkedCustomerId } = service.people;
  const args = { customer, id, linkedCustomerId, status, ...(rights && { rights }) };
  const { status: answered, body } = await service.send(changeLink, args, await service.signIn('administrator'));
  expect({ answered, body }).toMatchObject({ answered: 200 });
};
const approve = async (rights: number[]) => {
  await change(linkStatus.asked);
  await change(linkStatus.approved, rights);
};
const jobsOn = async ({ store }: Awaited<ReturnType<typeof realDevice>>) => (await scan(store, 'job')).length;

test('[D3.5] an ended link removes the customer from the device; a change that was not sent stays there and has no effect', async () => {
  await approve([rightIds['staging.read'], rightIds['jobs.hold']]);
  const device = await realDevice(service, 61, 'recruiter', service.people.south);
  expect(await jobsOn(device)).toBe(3);
  device.wire.cut = true;
  const [job] = await rowsOf(service.services.db, service.people.south, 'job');
  await device.change('job.hold.v1', { ids: [job?.id ?? 0] }, hand(1));
  await change(linkStatus.none);
  device.wire.cut = false;
  device.engine.retryNow();
  await until(() => device.engine.state().paused === 'no_access');
  await until(async () => (await jobsOn(device)) === 0);
  expect(await readOutbox(device.store)).toHaveLength(1);
  device.engine.stop();
  expect(await rowsOf(service.services.db, service.people.south, 'job')).toContainEqual(job);
});

test('[D3.1] fewer rights of a link remove their rows from the device, and refuse what it still sends', async () => {
  await approve([rightIds['staging.read'], rightIds['jobs.hold']]);
  const device = await realDevice(service, 62, 'recruiter', service.people.south);
  expect(await jobsOn(device)).toBe(3);
  const [job] = await rowsOf(service.services.db, service.people.south, 'job');
  await change(linkStatus.approved, [rightIds['tasks.read']]);
  await device.change('job.hold.v1', { ids: [job?.id ?? 0] }, hand(2));
  device.engine.retryNow();
  await until(async () => (await jobsOn(device)) === 0);
  await until(() => device.engine.state().needsYou === 1);
  device.engine.stop();
  expect(await rowsOf(service.services.db, service.people.south, 'job')).toContainEqual(job);
  await change(linkStatus.none);
});

test('[D3.1] the stream of the linked customer ends within five seconds of the link, also where another process ended it', async () => {
  await approve([rightIds['staging.read']]);
  const token = await service.signIn('recruiter');
  const { port } = service.app.server.address() as AddressInfo;
  const path = `/api/sync/live?customerId=${service.people.south}`;
  const { closed } = await new Promise<{ closed: Promise<void> }>((opened, failed) => {
    const sent = request({ port, path, headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) return failed(new Error(`answered ${response.statusCode}`));
      response.once('data', () => opened({ closed: new Promise((over) => response.once('close', over)) }));
    });
    sent.once('error', failed);
    sent.end();
  });
  const since = Date.now();
  await service.services.db.deleteFrom('user_link').execute();
  await closed;
  expect(Date.now() - since).toBeLessThan(5500);
});
