import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAiCalls } from '#contract/ai/calls.ts';
import { endpoints } from '#contract/all.ts';
import { listCrawlerCustomers } from '#contract/collecting/crawlers.ts';
import { listReceivedMails } from '#contract/collecting/mails.ts';
import { listAllTasks, listCustomerSources, listMapSources, listTasks } from '#contract/collecting/tasks.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { autoMapFacilities, listMapRuns } from '#contract/mapping/mapping-runs.ts';
import { listAllMapSources } from '#contract/mapping/sources.ts';
import { exportActivity, listActivity, listActivityPeople } from '#contract/people/activity.ts';
import { readBoard } from '#contract/people/customer-board.ts';
import { readCustomerWork } from '#contract/people/customer-work.ts';
import { listMapTargets, listTargets, targetStatus } from '#contract/posting/posting.ts';
import { collectingReportEndpoints, reportFaultyRows } from '#contract/reports/collecting-reports.ts';
import { peopleReportEndpoints } from '#contract/reports/people-reports.ts';
import { listRuleRuns, listRuleTasks, reprocessTask } from '#contract/rules/rule-runs.ts';
import { listTickets } from '#contract/support/tickets.ts';
import { listDevices } from '#contract/sync/devices.ts';
import { writeRows } from '#server/feed/publish.ts';
import { aTarget } from '#tests/support/factories/job-factory.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { aTicket } from '#tests/support/factories/ticket-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { sampleArgs } from './sample-args.ts';

let service: TestService;
let administrator: string;

beforeAll(async () => {
  service = await startTestService();
  const { db } = service.services;
  administrator = await service.signIn('administrator');
  for (const [n, customer] of [service.people.north, service.people.south].entries()) {
    const id = 11 + n;
    const source = { id, name: `Source ${id}`, alias: null, autoPost: false, aliases: [], members: [] };
    await db.transaction().execute((tx) =>
      writeRows(tx, customer, [
        { collection: 'target', row: aTarget({ id, name: `Target ${id}` }), extra: { settings: {} } },
        { collection: 'source', row: source },
        { collection: 'ticket', row: aTicket({ id }) },
        {
          collection: 'task',
          row: { ...newTask, id, name: `Task ${id}`, sourceId: id },
          extra: { settings: {}, next_run_at: new Date().toISOString() },
        },
      ]),
    );
    const device = { customer_id: customer, user_id: service.people.administrator, client_id: `d${id}`, device_label: 'Chrome' };
    await db
      .insertInto('client')
      .values({ ...device, app_version: '1', protocol: 1 })
      .execute();
    await service.call(autoMapFacilities, { targetId: id, cust: customer }, administrator);
    await service.call(reprocessTask, { cust: customer, crawlerId: -1 }, administrator);
  }
});
afterAll(() => service.close());

const lists: readonly (Endpoint & { route: string })[] = [
  listAllTasks,
  listTargets,
  listMapTargets,
  targetStatus,
  listMapSources,
  listAllMapSources,
  listCustomerSources,
  listRuleTasks,
  listMapRuns,
  listRuleRuns,
  listDevices,
  listTickets,
];

test.each(lists)('$route answers for all customers', async (endpoint) => {
  const { status, body } = await service.send(endpoint, { cust: -1 }, administrator);
  expect(status).toBe(200);
  expect(body).toHaveLength(2);
});

test('POST /api/agent/list answers for all customers, page by page', async () => {
  const page = async (number: number) =>
    (await service.call(listTasks, { pageSize: 1, page: number, cust: -1 }, administrator)).map(({ name }) => name);
  expect([await page(1), await page(2), await page(3)]).toEqual([['Task 11'], ['Task 12'], []]);
});

/** Reports that an administrator reads for all customers (`server/reports`). */
const reportsOfAll = [...collectingReportEndpoints, ...peopleReportEndpoints]
  .filter((endpoint) => endpoint !== reportFaultyRows)
  .map(({ route }) => route);

const others = new Set(
  [...lists.map(({ route }) => route), listTasks.route].concat(
    listCrawlerCustomers.route,
    listReceivedMails.route,
    ...reportsOfAll,
    readBoard.route,
    readCustomerWork.route,
    listActivity.route,
    listActivityPeople.route,
    exportActivity.route,
    listAiCalls.route,
    'GET /api/user/list',
    'GET /api/contacts/list/:cust',
    'GET /api/customer/targets/list/:cust',
    'GET /api/people/:cust/workas',
    'GET /api/user/stats/:cust',
    'GET /api/user/dashboard/unmappedjobs/:cust',
    'POST /api/customer/support/notifications/:cust',
    'POST /api/customer/support/notifications/:cust/:id',
  ),
);
const ofOne = endpoints.filter(
  ({ route, args, needs }) => !others.has(route) && needs !== 'public' && ('cust' in args.shape || 'me' in args.shape),
);

test.each(ofOne)('$route asks for one customer', async (endpoint) => {
  const key = 'cust' in endpoint.args.shape ? 'cust' : 'me';
  const { status, body } = await service.send(endpoint, { ...sampleArgs(endpoint), [key]: -1 }, administrator);
  const field = (body as { fields?: Record<string, string> }).fields ?? {};
  expect({ status, words: Object.values(field).join() }).toMatchObject({ status: 400, words: expect.any(String) as string });
  expect(Object.keys(field).length).toBeGreaterThan(0);
});
