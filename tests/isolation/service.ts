import { pino } from 'pino';
import type { Mutation } from '#contract/sync/sync.ts';
import { commandEffects } from '#server/command-effects.ts';
import { scopeOf } from '#server/feed/scope.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { Actor } from '#server/kit/http/handle.ts';
import { addCustomer, addUser, seedRoles } from '#server/seed/seed.ts';
import { stagedJobs } from '#server/staging/staging-list.ts';
import { pullPage } from '#server/sync/pull.ts';
import { pushBatch } from '#server/sync/push.ts';
import { aTarget } from '#tests/support/factories/job-factory.ts';
import { actorOf, stage } from '#tests/support/worlds/sync-world.ts';
import { type Cell, cellOf, type Read, type Value } from './model.ts';

/** Fields that devices edit. */
export const editedFields = ['billRate', 'otRate', 'permFee'] as const;
/** All fields that are checked. Rules write the last one. */
export const checkedFields = [...editedFields, 'localRate'] as const;
export const ruleFieldId = 18;

export type Customer = { readonly id: number; readonly people: readonly Actor[] };

/** The values of a job's checked fields. */
export const valuesOf = (customer: number, id: number, row: unknown): Read[] =>
  checkedFields.map((field) => ({
    cell: cellOf(customer, id, field),
    value: (row as Partial<Record<string, Value>>)[field] ?? null,
  }));

/** Customers with the same few jobs, and two people each. */
export async function addCustomers(db: Db, count: number, jobs: number): Promise<Customer[]> {
  const customers = await db.transaction().execute(async (tx) => {
    await seedRoles(tx);
    const added: Customer[] = [];
    for (let n = 1; n <= count; n++) {
      const id = await addCustomer(tx, { name: `Agency ${n}` });
      const people: Actor[] = [];
      for (const name of [`Ann ${n}`, `Ben ${n}`]) {
        const email = `${name.replace(' ', '')}@example.test`.toLowerCase();
        people.push(actorOf(await addUser(tx, { customerId: id, email, name, roleId: 3, passwordHash: '-' }), id, name));
      }
      added.push({ id, people });
    }
    return added;
  });
  for (const { id } of customers) await stage(db, id, jobs);
  return customers;
}

/** The values of all jobs in one statement. */
export async function readCells(db: Db): Promise<Read[]> {
  const rows = await db.selectFrom('job').select(['customer_id', 'id', 'row']).execute();
  return rows.flatMap(({ customer_id, id, row }) => valuesOf(customer_id, id, row));
}

const startedAt = Date.parse('2026-11-21T12:00:00.000Z');
export const now = (): Date => new Date(startedAt + performance.now());
export const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });

/** The calls of a device, made on the service's own code. */
export async function startCalls(db: Db) {
  const services = { db, now, log, effects: commandEffects };
  const { epoch } = await db.selectFrom('feed_epoch').select('epoch').executeTakeFirstOrThrow();
  return {
    async push(who: Actor, clientId: string, mutations: readonly Mutation[]) {
      const reply = await pushBatch(services, who, { protocol: 1, clientId, customerId: who.customerId, mutations });
      if (!reply.ok) throw new Error(`the push was refused: ${reply.error.kind}`);
      return reply.value;
    },
    async pull(who: Actor, clientId: string, place: { readonly since: number; readonly seen: number; readonly limit: number }) {
      const scope = scopeOf(who, who.customerId).hash;
      const reply = await pullPage(db, who, { customerId: who.customerId, clientId, epoch, scope, ...place });
      if (!reply.ok) throw new Error(`the pull was refused: ${reply.error.kind}`);
      return reply.value;
    },
    async list(who: Actor): Promise<Map<Cell, Value>> {
      const page = { cust: who.customerId, targetId: 1, pageSize: 50, page: 1, sourceId: -1, all: 1 } as const;
      const jobs = await stagedJobs(db, page, { target: aTarget(), now: now(), zone: 'UTC' });
      if (!jobs.ok) throw new Error(`the list was refused: ${jobs.error.kind}`);
      return new Map(jobs.value.flatMap((job) => valuesOf(who.customerId, job.id, job)).map(({ cell, value }) => [cell, value]));
    },
  };
}
export type Calls = Awaited<ReturnType<typeof startCalls>>;
