import { pino } from 'pino';
import { type CommandName, commandArgs } from '#contract/commands/commands.ts';
import { type RightName, rightIds } from '#contract/kit/rights.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapValueRow } from '#contract/rows/rows.ts';
import type { Mutation, MutationOutcome, PushReply } from '#contract/sync/sync.ts';
import { commandEffects } from '#server/command-effects.ts';
import { writeRows } from '#server/feed/publish.ts';
import { scopeOf } from '#server/feed/scope.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { Actor } from '#server/kit/http/handle.ts';
import { addCustomer, addUser, seedRoles } from '#server/seed/seed.ts';
import { pullPage } from '#server/sync/pull.ts';
import { pushBatch } from '#server/sync/push.ts';
import { aJob, aTarget, mappedValues } from '../factories/job-factory.ts';
import { withFingerprint } from '../fingerprint.ts';
import { createTestDatabase } from '../test-database.ts';

export const laneId = (name: string): string => `${name}-`.padEnd(32, '0');

/** One customer with staged jobs 1 to `jobs`, mapped texts 11 to 14, a target, and two users. */
export async function startSyncWorld(jobs = 3) {
  const database = await createTestDatabase();
  const { db } = database;
  const people = await addPeople(db);
  const services = {
    db,
    now: () => new Date('2026-11-21T12:00:00.000Z'),
    log: pino({ level: 'silent' }),
    effects: commandEffects,
  };
  await stage(db, people.customerId, jobs);

  const push = async (clientId: string, mutations: readonly Mutation[], who: Actor = people.ann) => {
    const reply = await pushBatch(services, who, { protocol: 1, clientId, customerId: people.customerId, mutations });
    if (!reply.ok) throw new Error(`push refused: ${reply.error.kind}`);
    return reply.value;
  };
  const pull = async (
    clientId: string,
    since: number,
    over: { limit?: number; seen?: number; scope?: string; epoch?: string; who?: Actor; globalSince?: number } = {},
  ) => {
    const who = over.who ?? people.ann;
    const epoch = over.epoch ?? (await db.selectFrom('feed_epoch').select('epoch').executeTakeFirstOrThrow()).epoch;
    const scope = over.scope ?? scopeOf(who, people.customerId).hash;
    const { limit = 2000, seen = 0, globalSince } = over;
    const asked = { customerId: people.customerId, clientId, epoch, scope, since, seen, limit, globalSince };
    const reply = await pullPage(db, who, asked);
    if (!reply.ok) throw new Error(`pull refused: ${reply.error.kind}`);
    return reply.value;
  };
  return { ...database, ...people, services, push, pull, job: (id: number) => readJob(db, people.customerId, id) };
}
export type SyncWorld = Awaited<ReturnType<typeof startSyncWorld>>;

async function readJob(db: Db, customerId: number, id: number): Promise<JobRow> {
  const { row } = await db
    .selectFrom('job')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row as JobRow;
}

async function addPeople(db: Db) {
  return db.transaction().execute(async (tx) => {
    await seedRoles(tx);
    const customerId = await addCustomer(tx, { name: 'North Staffing' });
    const otherId = await addCustomer(tx, { name: 'South Staffing' });
    const person = async (customer: number, name: string) => {
      const userId = await addUser(tx, {
        customerId: customer,
        email: `${name}@example.test`.toLowerCase(),
        name,
        roleId: 3,
        passwordHash: '-',
      });
      return actorOf(userId, customer, name);
    };
    return {
      customerId,
      otherId,
      ann: await person(customerId, 'Ann'),
      ben: await person(customerId, 'Ben'),
      eve: await person(otherId, 'Eve'),
    };
  });
}

/** A signed-in user with every right except an administrator's. */
export const actorOf = (userId: number, customerId: number, name: string): Actor => ({
  userId,
  actorId: userId,
  actorCustomerId: customerId,
  name,
  customerId,
  administrator: false,
  authorisesEverything: false,
  rights: new Set(Object.keys(rightIds) as RightName[]),
  linkedCustomers: [],
  rightsAtLinked: new Map(),
  sessionId: '00000000-0000-4000-8000-000000000000',
  impersonating: false,
  passwordExpired: false,
  mustAddFactor: false,
});

/** Stages jobs 1 to `jobs` with mapped texts 11 to 14, their lists, and target 1. */
export async function stage(db: Db, customerId: number, jobs: number): Promise<void> {
  const values: MapValueRow[] = [...mappedValues().values()];
  const lists = values.map(({ kind }, i) => atsValue(i + 1, kind, `A-${kind}`)).concat(atsValue(5, 'facility', 'B-9'));
  await db
    .transaction()
    .execute((tx) =>
      writeRows(tx, customerId, [
        { collection: 'target', row: aTarget() },
        ...lists.map((row) => ({ collection: 'atsValue', row }) as const),
        ...values.map((row) => ({ collection: 'mapValue', row, extra: { key: row.text } }) as const),
        ...Array.from(
          { length: jobs },
          (_, i) => ({ collection: 'job', row: aJob({ id: i + 1, providerJobId: `HV-${i + 1}` }) }) as const,
        ),
      ]),
    );
}

const atsValue = (id: number, kind: AtsValueRow['kind'], extId: string): AtsValueRow => ({
  id,
  targetId: 1,
  kind,
  extId,
  name: extId,
  parentId: null,
  address: null,
  city: null,
  state: null,
  zip: null,
  active: true,
});

const lastDecision = Date.parse('2026-11-21T11:59:00.000Z');
let decisions = 0;

/**
 * A change as a device sends it, with the fingerprint of its content. Each has its own time. `over` replaces fields, for example
 * to make two changes equal.
 */
export function mutation(seq: number, name: CommandName, args: unknown, over: Partial<Mutation> = {}): Mutation {
  const parsed = commandArgs[name].safeParse(args);
  return withFingerprint({
    seq,
    name,
    args: parsed.success ? parsed.data : args,
    pre: {},
    dependsOn: [],
    actor: 'Ann',
    createdAt: new Date(lastDecision - ++decisions).toISOString(),
    ...over,
  });
}

/** The outcomes of a completed push. Any other reply fails the test. */
export function outcomesOf(reply: PushReply): readonly MutationOutcome[] {
  if (reply.kind !== 'done') throw new Error(`push answered ${reply.kind}`);
  return reply.outcomes;
}

/** Outcomes in short form: `applied`, or the refusal's code. */
export const shortly = (reply: PushReply): string[] =>
  outcomesOf(reply).map((outcome) => (outcome.outcome === 'rejected' ? outcome.code : outcome.outcome));
