import { afterAll, beforeAll, expect, test } from 'vitest';
import { targetKind, targetKinds } from '#domain/targets/target-kinds.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { connectorOf } from '../../targets/connectors.ts';
import { targetsOpenedBy } from '../../targets/open-target.ts';
import { targetsOf } from '../../targets/target-rows.ts';
import { startDemoSites } from '../demo-sites.ts';
import { seedShowcase } from './seed-showcase.ts';

type Sites = Awaited<ReturnType<typeof startDemoSites>>;
let service: TestService;
let sites: Sites;
const start = (): Promise<Sites> =>
  startDemoSites({
    home: '/nowhere',
    now: () => new Date(),
    ownMailServer: true,
    people: [],
    redirectUri: 'http://x.example',
    answersUrl: 'http://127.0.0.1:9/api/sms/answers',
  });

beforeAll(async () => {
  [service, sites] = await Promise.all([startTestService(), start()]);
});
afterAll(async () => {
  await Promise.all([service.close(), sites.stop()]);
});

async function seeded(of: Sites) {
  const customerId = service.people.south;
  await seedShowcase(service.services, customerId, of);
  return { customerId, targets: await targetsOf(service.services.db, customerId) };
}

/** What each connection answers when it is checked. */
async function checks(of: Sites) {
  const { customerId, targets } = await seeded(of);
  const allowHosts = Object.values(of.doubleUrls).map((url) => new URL(url).host);
  const open = targetsOpenedBy({ ...service.services, config: { ...service.services.config, allowHosts } });
  const connected = targets.filter(({ row }) => connectorOf(row.typeId) !== null);
  return Promise.all(
    connected.map(async ({ row }) => [row.name, (await (await open(customerId, row.id))?.adapter.check([]))?.kind]),
  );
}

const connectable = targetKinds.filter(({ adapter }) => adapter !== null).map(({ name }) => [name, 'ok']);

test('the customer has a target of each kind that has a connection, each connected to its double, and both feeds', async () => {
  expect(await checks(sites)).toEqual(connectable);
  const { targets } = await seeded(sites);
  const feeds = targets.filter(({ row }) => targetKind(row.typeId).delivery === 'published').map(({ row }) => row.typeId);
  expect(feeds).toEqual([4, 26]);
});

test('a restart gives the targets the new addresses and adds nothing; a target that a person connected elsewhere keeps its own', async () => {
  const before = (await seeded(sites)).targets.length;
  const later = await start();
  try {
    expect(await checks(later)).toEqual(connectable);
    const { customerId, targets } = await seeded(later);
    expect(targets).toHaveLength(before);
    const [first] = targets;
    const elsewhere = 'https://ats.example/rest-services/loginInfo';
    await service.services.db
      .updateTable('target')
      .set({ settings: JSON.stringify({ ...first?.settings, loginInfoUrl: elsewhere }) })
      .where('customer_id', '=', customerId)
      .where('id', '=', first?.row.id ?? 0)
      .execute();
    expect((await seeded(sites)).targets.find(({ row }) => row.id === first?.row.id)?.settings).toMatchObject({
      loginInfoUrl: elsewhere,
    });
  } finally {
    await later.stop();
  }
});
