import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FreshBooksDouble, FreshBooksFault } from '#server/demo/freshbooks/freshbooks-double.ts';
import { outstandingOf } from '#server/demo/freshbooks/freshbooks-state.ts';
import { type FreshBooksPort, freshBooksPort } from '#server/system/freshbooks/freshbooks-port.ts';
import { connectFreshBooks, startFreshBooks } from '#tests/support/billing/freshbooks-world.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { type MirrorParts, workOnMirror } from './mirror-jobs.ts';
import { paymentKey } from './pull-payments.ts';

// Lost answers and killed processes between the ledger and FreshBooks: one client, one invoice and one payment for each, and the same amounts.

/** Customers with two invoices each; 200 by hand: `FRESHBOOKS_CUSTOMERS=200`. */
let many = Number(process.env.FRESHBOOKS_CUSTOMERS ?? 6);

let service: TestService;
let double: FreshBooksDouble;
beforeAll(async () => {
  service = await startTestService({ at: new Date('2026-03-01T12:00:00Z') });
});
afterAll(() => service.close());

const tables = [
  'accounting_difference',
  'accounting_link',
  'ledger_entry',
  'invoice_line',
  'invoice',
  'freshbooks_client',
  'freshbooks_access',
] as const;

beforeEach(async () => {
  const { db } = service.services;
  for (const table of tables) await db.deleteFrom(table).execute();
  await sql`update customer set name = 'Earlier', ext_id = null where name like 'Trial %'`.execute(db);
  const world = await startFreshBooks(service);
  ({ double } = world);
  await connectFreshBooks(service, world);
  await fillLedger();
  return world.close;
});

/** Customers that ask for a client, each with an invoice that is partly paid by check, and one that is open. */
async function fillLedger(): Promise<void> {
  const { db, now } = service.services;
  await sql`with added as (
      insert into customer (name, email) select 'Trial ' || n, 'trial' || n || '@agency.example' from generate_series(1, ${many}) n returning id
    ), asked as (
      insert into accounting_link (customer_id, account, kind, own_id, made_at)
      select id, (select account from freshbooks_access), 'client', id, ${now()} from added
    ), sent as (
      insert into invoice (customer_id, from_on, until_on, state, number, total_cents, made_at, sent_at, created_on, due_on)
      select a.id, f.day, f.day + 28, 'sent', a.id || '-' || f.n, 60000 + a.id, ${now()}, ${now()}, f.day + 28, '2026-04-30'
      from added a, (values (1, date '2026-01-01'), (2, date '2026-02-01')) f (n, day) returning *
    ), lines as (
      insert into invoice_line (customer_id, invoice_id, place, text, from_on, until_on, quantity, unit_cents, amount_cents)
      select customer_id, id, 1, 'Plan Team', from_on, until_on, 1, total_cents, total_cents from sent
    )
    insert into ledger_entry (customer_id, invoice_id, kind, amount_cents, key, reference, on_day, by_name, made_at)
    select customer_id, id, 'payment', 10000 + customer_id, 'check ' || id, 'Check', '2026-03-01', 'Staff', ${now()} from sent
    where number like '%-1'`.execute(db);
}

class Killed extends Error {}

/** A generator that is the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const faults: readonly FreshBooksFault[] = ['torn', 'torn', 'late', 'late', 'error', 'lost', 'busy', 'down'];

/** Calls whose answers are lost and about which the process may die before or after each. */
const dying =
  (random: () => number, { change = () => ({}), of = faults, share = 0.35 }: Plant): MirrorParts['portOf'] =>
  (signIn) => {
    const port = freshBooksPort(signIn);
    const during = async <T>(call: () => Promise<T>): Promise<T> => {
      if (random() < 0.08) throw new Killed();
      if (random() < share) double.faults.push(of[Math.floor(random() * of.length)] ?? 'torn');
      const answer = await call();
      if (random() < 0.08) throw new Killed();
      return answer;
    };
    return {
      ...port,
      ...change(port),
      createClient: (client) => during(() => port.createClient(client)),
      createInvoice: (invoice) => during(() => port.createInvoice(invoice)),
      createPayment: (payment) => during(() => port.createPayment(payment)),
    };
  };

type Plant = Partial<Pick<MirrorParts, 'doubtSeconds' | 'keyOf'>> & {
  readonly change?: (port: FreshBooksPort) => Partial<FreshBooksPort>;
  readonly of?: readonly FreshBooksFault[];
  /** How many calls fail. */
  readonly share?: number;
};

/** Works with faults until all is there, while clients pay at FreshBooks; then on until nothing changes. Returns how often the process died. */
async function run(plant: Plant): Promise<number> {
  const { keyOf = paymentKey, doubtSeconds } = plant;
  const random = seeded(42);
  let kills = 0;
  let lastPaid = service.services.now();
  for (let quiet = 0, at = 0; quiet < 4 && at < 4000; at++) {
    let keysLeft = random() < 0.2 ? Math.floor(random() * many) : Number.POSITIVE_INFINITY;
    const dyingKey = (id: number) => {
      if (keysLeft-- === 0) throw new Killed();
      return keyOf(id);
    };
    const worked = await workOnMirror(service.services, new AbortController().signal, {
      ...(doubtSeconds !== undefined && { doubtSeconds }),
      keyOf: dyingKey,
      portOf: dying(random, plant),
    }).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
      kills += 1;
      return 1;
    });
    service.advance(worked > 0 ? 2_000 : 7_000);
    if (random() < 0.1 && payThere(random)) lastPaid = service.services.now();
    const isDone = worked === 0 && paidThere() >= many && (await openLinks()) === 0 && (await wasPolledAfter(lastPaid));
    quiet = isDone ? quiet + 1 : 0;
  }
  return kills;
}

/** A client pays a part of an invoice that it can see. Returns whether one did. */
function payThere(random: () => number): boolean {
  const { invoices } = double.state;
  const seen = invoices.filter((invoice) => !invoice.isDraft && outstandingOf(double.state, invoice) > 20_000);
  const invoice = seen[Math.floor(random() * seen.length)];
  if (!invoice || paidThere() >= many) return false;
  double.pay(invoice.id, 10_000);
  return true;
}

/** Whether the payments at FreshBooks were read to their end after a moment. A pause of the mirror also looks quiet. */
const wasPolledAfter = async (at: Date): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`select polled_at > ${at} as "is" from freshbooks_access`.execute(
    service.services.db,
  );
  return rows[0]?.is === true;
};

const paidThere = (): number => double.state.payments.filter(({ note }) => note === '').length;

const openLinks = async (): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::integer as n from accounting_link
      where state in ('waiting', 'creating', 'doubt', 'removing') or state = 'made' and kind = 'invoice'`.execute(
      service.services.db,
    )
  ).rows[0]?.n ?? 0;

/** How many of a list there are beside the first of each. */
const beside = (keys: readonly string[]): number => keys.length - new Set(keys).size;

/** What is there twice, what is missing, and how many invoices differ. */
async function count() {
  const { db } = service.services;
  const { clients, invoices, payments } = double.state;
  const entries = await db.selectFrom('ledger_entry').selectAll().execute();
  const received = entries.filter(({ by_name: by }) => by === 'FreshBooks');
  const links = await db.selectFrom('accounting_link').selectAll().where('kind', '=', 'invoice').execute();
  const rows = await db.selectFrom('invoice').select(['id', 'total_cents as cents']).execute();
  const differing = rows.filter(({ id, cents }) => {
    const there = invoices.find((one) => one.id === links.find(({ own_id: own }) => own === id)?.ext_id);
    const paid = entries.filter(({ invoice_id: of }) => of === id).reduce((sum, one) => sum + one.amount_cents, 0);
    return there === undefined || outstandingOf(double.state, there) !== cents - paid;
  });
  return {
    clientsTwice: beside(clients.map(({ note }) => note)),
    invoicesTwice: beside(invoices.map(({ notes }) => notes)),
    paymentsTwiceThere: beside(payments.filter(({ note }) => note !== '').map(({ note }) => note)),
    paymentsTwiceHere: beside(received.map(({ reference }) => reference)),
    missing:
      many - clients.length + (many * 2 - links.filter(({ state }) => state === 'open').length) + (paidThere() - received.length),
    differing: differing.length,
  };
}

const right = { clientsTwice: 0, invoicesTwice: 0, paymentsTwiceThere: 0, paymentsTwiceHere: 0, missing: 0, differing: 0 };

test(`${many} customers: no client, invoice or payment twice, none missing, equal amounts`, { timeout: 600_000 }, async () => {
  const kills = await run({});
  const { rows } = await sql<{ doubts: number }>`select sum(in_doubt)::integer as doubts from accounting_link`.execute(
    service.services.db,
  );
  expect(await count()).toEqual(right);
  expect(kills).toBeGreaterThan(many / 3);
  expect(rows[0]?.doubts).toBeGreaterThan(many / 3);
  if (process.env.FRESHBOOKS_CUSTOMERS !== undefined)
    process.stdout.write(`${many} customers: killed ${kills} times, ${rows[0]?.doubts} requests in doubt\n`);
});

describe('planted faults, with six customers', () => {
  beforeAll(() => {
    many = 6;
  });

  const none = async () => ({ ok: true as const, value: [] });
  let planted = 0;

  test.each<[string, Plant, readonly (keyof typeof right)[]]>([
    [
      'that asks without looking',
      { change: () => ({ clientsNoting: none, invoicesOf: none, paymentsOf: none }) },
      ['clientsTwice', 'invoicesTwice', 'paymentsTwiceThere'],
    ],
    [
      'that asks again at once after a lost answer',
      { doubtSeconds: 0, of: ['late'], share: 0.6 },
      ['clientsTwice', 'invoicesTwice', 'paymentsTwiceThere'],
    ],
    ['whose payments get a new key in each poll', { keyOf: (id) => `freshbooks ${id} ${planted++}` }, ['paymentsTwiceHere']],
  ])('the trial finds a mirror %s', { timeout: 600_000 }, async (_what, plant, wrong) => {
    await run(plant);
    const counted = await count();
    expect(wrong.reduce((sum, what) => sum + counted[what], 0)).toBeGreaterThan(0);
  });

  test('a mirror that takes its own payments for those of clients is stopped by the database', { timeout: 600_000 }, async () => {
    const change = (port: FreshBooksPort): Partial<FreshBooksPort> => ({
      async paymentsSince(day) {
        const answer = await port.paymentsSince(day);
        return answer.ok ? { ok: true, value: answer.value.map((payment) => ({ ...payment, note: '' })) } : answer;
      },
    });
    await expect(run({ change, of: ['torn'], share: 0.6 })).rejects.toThrow('accounting_link_ext');
  });
});
