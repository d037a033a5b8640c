import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { randomOf } from '#bench/rules/jobs.ts';
import { ok } from '#contract/kit/result.ts';
import type { Timing } from '#domain/reports/schedules/timing.ts';
import { openDatabase } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { storingMailer } from '#server/kit/lib/mail.ts';
import { createWorker } from '#server/kit/queue/worker.ts';
import { rewriteStatements } from '#tests/isolation/planted-faults.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { nextInstant, nextInstants } from './instants.ts';
import type { Prepared } from './prepare.ts';
import { scheduleJobs } from './schedule-jobs.ts';

const zones = ['America/New_York', 'America/Phoenix', 'Europe/Berlin', 'Australia/Lord_Howe'] as const;
const timings: readonly Timing[] = [
  { frequency: 'daily', days: [], day: 1, time: '02:30' },
  { frequency: 'daily', days: [], day: 1, time: '01:30' },
  { frequency: 'weekly', days: [7, 3], day: 1, time: '00:00' },
  { frequency: 'monthly', days: [], day: 31, time: '08:00' },
  { frequency: 'daily', days: [], day: 1, time: '23:59' },
];
/** Virtual days of each schedule. With 500 the 20 schedules live through 10,000. */
const days = Number(process.env['SCHEDULE_DAYS'] ?? 8);
const seed = Number(process.env['SCHEDULE_SEED'] ?? 20_261_127);
/** Clocks change in two of the zones within a week. */
const from = new Date('2026-10-24T00:00:00Z');
const stepMs = 3 * 3_600_000;
const dayMs = 86_400_000;
const processes = 3;
const killsPerStep = 3;
/** Tells the connections of the processes from those of the test. */
const processName = 'schedules';

let database: TestDatabase;
let clock: Date;
beforeEach(async () => {
  database = await createTestDatabase();
  clock = from;
  for (const zone of zones)
    await database.db.insertInto('customer').values({ name: zone, time_zone: zone, status: 'active' }).execute();
  for (const [i, zone] of zones.entries()) for (const timing of timings) await addSchedule(i + 1, zone, timing);
});
afterEach(() => database.close());

async function addSchedule(customer: number, zone: string, timing: Timing): Promise<void> {
  const { time, frequency, days: on, day } = timing;
  const when = { frequency, days: [...on], day, on_time: time, zone, next_at: nextInstant(timing, zone, from) };
  const what = { configuration_id: 1, owner_id: 1, file: 'csv' as const, dont_send_me: false, addresses: [], threshold: 0 };
  await database.db
    .insertInto('report_schedule')
    .values({ customer_id: customer, ...when, ...what })
    .execute();
}

const prepared: Prepared = {
  owner: { userId: 1, name: 'Ann', email: 'ann@north.example' },
  name: 'Rules',
  total: 1,
  zone: 'UTC',
  file: null,
  mail: () => ({ subject: 'Rules: 1 row', text: 'Rules', html: '<p>Rules</p>' }),
};

/** One process with connections of its own. It sees the virtual clock. */
function startProcess() {
  const url = new URL(database.url);
  url.searchParams.set('application_name', processName);
  const db = openDatabase(url.href, { max: 3 });
  const log = pino({ level: 'silent' });
  const services = { db, log, now: () => clock, mail: storingMailer, config: { publicUrl: 'http://127.0.0.1' } };
  const worker = createWorker(
    db,
    log,
    scheduleJobs(services as unknown as Services, [], async () => ok(prepared)),
  );
  return {
    // A process that was killed looks again later.
    run: () => worker.runOnce().catch(() => 0),
    end: async () => {
      await worker.stop();
      await db.destroy();
    },
  };
}

/** Ends a busy connection of the processes now and then, at most `left` until more are allowed, and no more once it is null. */
async function killConnections(random: () => number, allowed: { left: number | null }): Promise<number> {
  const killer = openDatabase(database.url, { max: 1 });
  let killed = 0;
  while (allowed.left !== null) {
    await wait(5 + random() * 60);
    if (allowed.left === null || allowed.left < 1) continue;
    const { rows } = await sql`
      select pg_terminate_backend(pid) from (select pid from pg_stat_activity where datname = current_database()
        and application_name = ${processName} and state <> 'idle' order by random() limit 1) busy`.execute(killer);
    killed += rows.length;
    if (allowed.left !== null) allowed.left -= rows.length;
  }
  await killer.destroy();
  return killed;
}

/** Time in which no process runs: until the first look at `until`. */
type Stop = { readonly after: Date; readonly until: Date };

/** Lets the days pass in steps of three hours, with three processes that look at the same moment. */
async function pass(length: number, { stop, kills = false }: { stop?: Stop; kills?: boolean } = {}) {
  const end = new Date(from.getTime() + length * dayMs);
  const all = Array.from({ length: processes }, startProcess);
  const allowed: { left: number | null } = { left: 0 };
  // Processes look every two seconds, thus often within a step, so that a kill makes nothing late by hours.
  const isBehind = async () => {
    const { rows } = await sql`
      select 1 from report_schedule where next_at <= ${clock} union all select 1 from report_run where state = 'waiting'`.execute(
      database.db,
    );
    return rows.length > 0;
  };
  const killing = kills ? killConnections(randomOf(seed), allowed) : Promise.resolve(0);
  const look = async () => {
    await Promise.all(all.map(({ run }) => run()));
    // Between two looks no process runs a job: one that is not done belonged to a killed one, and is due again.
    await sql`update pgboss.job set state = 'retry', start_after = now() - interval '1 second'
      where name = 'report-schedule' and state in ('active', 'retry')`.execute(database.db);
  };
  while (clock < end) {
    clock = new Date(clock.getTime() + stepMs);
    if (stop && clock > stop.after && clock < stop.until) continue;
    // Fewer than the tries of a run, so that none ends as failed.
    allowed.left = killsPerStep;
    for (let tries = 0; tries < 20 && (tries === 0 || (kills && (await isBehind()))); tries++) await look();
  }
  allowed.left = null;
  const killed = await killing;
  for (let i = 0; i < 3; i++) await look();
  for (const one of all) await one.end();
  return { killed, ...(await judge(end, stop)) };
}

const isIn = ({ after, until }: Stop, at: Date): boolean => at > after && at <= until;

/** Compares runs and mails with the instants at which the schedules were due. */
async function judge(end: Date, stop?: Stop) {
  const schedules = await database.db.selectFrom('report_schedule').selectAll().execute();
  const runs = await database.db.selectFrom('report_run').selectAll().execute();
  const mails = await database.db.selectFrom('mail').select(['id', 'cause']).execute();
  const wanted = schedules.flatMap(({ id, zone, on_time: time, frequency, days: on, day }) => {
    const due = nextInstants({ frequency, days: on, day, time }, zone, from, days + 9).filter((at) => at <= end);
    // Of the instants in a stop, the first one is sent, late.
    const inStop = due.filter((at) => stop && isIn(stop, at));
    return due.filter((at) => !inStop.slice(1).includes(at)).map((at) => `${id} ${at.toISOString()}`);
  });
  const done = runs
    .filter(({ state }) => state === 'sent')
    .map((run) => `${run.schedule_id} ${new Date(run.due_at).toISOString()}`);
  const mailed = new Set(mails.map(({ cause }) => cause));
  return {
    due: wanted.length,
    twice: done.length - new Set(done).size + mails.length - mailed.size,
    missed: wanted.filter((one) => !done.includes(one)).length + (done.length - mailed.size),
    extra: [...new Set(done)].filter((one) => !wanted.includes(one)).length,
    /** Runs for instants in the stop. All of them say that they are late. */
    late: runs.filter((run) => stop && isIn(stop, new Date(run.due_at)) && run.message.includes('It is late')).length,
  };
}

test(
  'in four zones, over changes of clocks, a stop and kills of three processes, each instant is sent once, and late ones once',
  async () => {
    const stop = { after: new Date(from.getTime() + 3 * dayMs), until: new Date(from.getTime() + 5.5 * dayMs) };
    const found = await pass(days, { stop, kills: true });
    console.info(`${zones.length * timings.length * days} days: ${JSON.stringify(found)}`);
    expect(found).toMatchObject({ twice: 0, missed: 0, extra: 0 });
    // Three daily schedules of each zone are due in the stop, and the weekly one on its Wednesday.
    expect(found.late).toBe(zones.length * 4);
    expect(found.due).toBeGreaterThan(zones.length * 3 * (days - 4));
    expect(found.killed).toBeGreaterThan(0);
  },
  60_000 + days * 4000,
);

/** Faults that the comparison must find: what they make of the database or of statements, and what is found then. */
const planted: Readonly<
  Record<string, { readonly setup: string; readonly rewrites?: Parameters<typeof rewriteStatements>[0]; readonly finds: string }>
> = {
  'no lock and no key keep two processes from the same instant': {
    setup: 'alter table report_run drop constraint report_run_customer_id_schedule_id_due_at_key',
    rewrites: [
      [/ for update of s skip locked/g, ''],
      [/ on conflict \("customer_id", "schedule_id", "due_at"\) do nothing/g, ''],
    ],
    finds: 'twice',
  },
  'an instant is skipped': {
    setup: `create trigger planted before update of next_at on report_schedule for each row when (new.id % 3 = 0)
      execute function planted_fault('skip')`,
    finds: 'missed',
  },
  'the clock does not change': {
    setup: `create trigger planted before update of next_at on report_schedule for each row when (new.zone = 'Europe/Berlin')
      execute function planted_fault('hour')`,
    finds: 'extra',
  },
  'a run ends without its mail': {
    setup: `create trigger planted before insert on mail for each row when (new.customer_id = 2) execute function planted_fault('drop')`,
    finds: 'missed',
  },
  'a run that ended is carried out again': {
    setup: `alter table mail drop constraint if exists mail_customer_id_cause_key; drop index if exists mail_cause;
      create trigger planted before update on report_run for each row when (new.state = 'sent' and new.tries < 2)
      execute function planted_fault('again')`,
    rewrites: [[/ on conflict \("customer_id", "cause"\) do nothing/g, '']],
    finds: 'twice',
  },
};

test.each(Object.entries(planted))('the comparison finds it when %s', async (_name, { setup, rewrites, finds }) => {
  await sql
    .raw(`create function planted_fault() returns trigger language plpgsql as $$ begin
      case tg_argv[0]
        when 'skip' then new.next_at = new.next_at + interval '1 day';
        when 'hour' then if new.next_at > '2026-10-25T01:00:00Z' then new.next_at = new.next_at - interval '1 hour'; end if;
        when 'again' then new.state = 'waiting';
        when 'drop' then return null;
      end case;
      return new;
    end $$`)
    .execute(database.db);
  for (const statement of setup.split(';')) await sql.raw(statement).execute(database.db);
  const mend = rewrites ? rewriteStatements(rewrites) : () => undefined;
  const found = await pass(3).finally(mend);
  expect(found, JSON.stringify(found)).toMatchObject({ [finds]: expect.toSatisfy((count: number) => count > 0) });
});
