import type { Page } from 'playwright';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { fromWire } from '#contract/kit/wire-translation.ts';
import { type CustomerRow, listAllCustomers } from '#contract/people/customer-list.ts';
import { withBenchPage } from './kit/bench-page.ts';
import { sizeOf } from './kit/sizes.ts';
import type { ListBench, ListPeer } from './lists/page.ts';
import { startListWorld } from './lists/world.ts';
import { timed } from './service/measured-service.ts';

declare const bench: ListBench; // in the page

/** Few customers and people, one round. Every row is compared. */
export const short = ['--customers', '60', '--users', '240', '--rounds', '1'];

const pageSize = 100;

type World = Awaited<ReturnType<typeof startListWorld>>;
type Reply = ReplyOf<typeof listAllCustomers>;

/**
 * Measures the provider's list of customers: its call over HTTP with PostgreSQL, and the table in Chromium beside AG Grid community
 * with the same page, and with all customers at once. `--customers n` (default 2,000), `--users n` (20,000), `--rounds n` (9).
 * Fails when a row is missing, out of order, or shown differently.
 */
export async function run(argv: readonly string[]): Promise<void> {
  const customers = sizeOf(argv, 'customers', 2000);
  const [users, rounds] = [sizeOf(argv, 'users', 20_000), sizeOf(argv, 'rounds', 9)];
  console.log(`${whole(customers)} customers, ${whole(users)} people, medians of ${rounds} rounds`);
  const world = await startListWorld(customers, users);
  try {
    await reportCalls(world, customers, rounds);
    await reportRendering(await allRows(world, customers), rounds);
  } finally {
    await world.stop();
  }
}

const pathOf = (query: Readonly<Record<string, string | number>>): string => {
  const sent = Object.entries({ pageSize, ...query }).map(([name, value]) => [name, String(value)]);
  return `/api/customers/1?${new URLSearchParams(sent).toString()}`;
};
const read = async (world: World, query: Readonly<Record<string, string | number>>): Promise<Reply> =>
  listAllCustomers.reply.parse(fromWire(listAllCustomers.reply, await world.get(pathOf(query))));

async function reportCalls(world: World, customers: number, rounds: number): Promise<void> {
  const lastPage = Math.ceil((customers * 0.95) / pageSize);
  const questions = [
    ['first page, as a tree', { tree: 1 }],
    ['last page, as a tree', { tree: 1, page: lastPage }],
    ['account manager kim*', { manager: 'kim*' }],
    ['name *7', { customer: '*7' }],
    ['by last activity', { sort: '-lastActiveAt' }],
    ['by users', { sort: '-usersUsed' }],
  ] as const;
  console.log(`\nThe call, ${pageSize} rows a page, ms`);
  for (const [name, query] of questions) {
    const times: number[] = [];
    for (let round = -1; round < rounds; round++) {
      const { ms, value } = await timed(() => read(world, query));
      if (value.rows.length === 0) fail(`${name}: no rows`);
      if (round >= 0) times.push(ms);
    }
    console.log(`  ${name.padEnd(26)} ${median(times).toFixed(1).padStart(8)}`);
  }
}

/** All rows, page by page. Together the pages must hold each customer once. */
async function allRows(world: World, customers: number): Promise<CustomerRow[]> {
  const rows: CustomerRow[] = [];
  for (let page = 1; ; page++) {
    const reply = await read(world, { state: 'all', page, pageSize: 500 });
    rows.push(...reply.rows);
    if (page >= reply.totalPages) break;
  }
  if (rows.length !== customers || new Set(rows.map(({ id }) => id)).size !== customers)
    fail(`the pages hold ${rows.length} rows of ${customers} customers`);
  return rows;
}

async function reportRendering(rows: readonly CustomerRow[], rounds: number): Promise<void> {
  await withBenchPage('lists', async (page) => {
    const one = rows.slice(0, pageSize);
    console.log(`\nRendering until painted, ms`);
    const ours = await rendered(page, 'ours', one, rounds);
    const same = await rendered(page, 'ag', one, rounds);
    const all = await rendered(page, 'ag', rows, rounds);
    console.log(`  Jobdock, a page of ${one.length}          ${ours.toFixed(1).padStart(8)}`);
    console.log(`  AG Grid, the same page       ${same.toFixed(1).padStart(8)}   ${(same / ours).toFixed(2)} times ours`);
    console.log(
      `  AG Grid, all ${whole(rows.length)} customers ${all.toFixed(1).padStart(8)}   ${(all / ours).toFixed(2)} times ours`,
    );
  });
}

async function rendered(page: Page, peer: ListPeer, rows: readonly CustomerRow[], rounds: number): Promise<number> {
  const times: number[] = [];
  const names = rows.map(({ name }) => name).join('\n');
  for (let round = -1; round < rounds; round++) {
    const shown = await page.evaluate(([peer, rows]) => bench.render(peer, rows), [peer, rows] as const);
    if (shown.names.join('\n') !== names) fail(`${peer} shows other rows`);
    if (round >= 0) times.push(shown.ms);
  }
  return median(times);
}

function fail(problem: string): void {
  console.error(`RESULTS DIFFER: ${problem}`);
  process.exitCode = 1;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const whole = (value: number): string => value.toLocaleString('en');
