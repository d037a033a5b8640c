import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { randomOf } from '#bench/rules/jobs.ts';
import { ok } from '#contract/kit/result.ts';
import type { AlertJob, Candidate } from '#domain/job-alerts/matching.ts';
import type { Timing } from '#domain/reports/schedules/timing.ts';
import { openDatabase } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { storingMailer } from '#server/kit/lib/mail.ts';
import { createSecrets } from '#server/kit/lib/secrets.ts';
import { createWorker } from '#server/kit/queue/worker.ts';
import { nextInstant, nextInstants } from '#server/reports/schedules/instants.ts';
import { rewriteStatements } from '#tests/isolation/planted-faults.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { alertJobs } from './alert-jobs.ts';

const zones = ['America/New_York', 'America/Phoenix', 'Europe/Berlin', 'Australia/Lord_Howe'] as const;
const timings: readonly Timing[] = [
  { frequency: 'daily', days: [], day: 1, time: '02:30' },
  { frequency: 'weekly', days: [7, 3], day: 1, time: '00:00' },
  { frequency: 'monthly', days: [], day: 31, time: '08:00' },
];
/** Virtual days of each alert. With 84 the 12 alerts live through 1,008. */
const days = Number(process.env['ALERT_DAYS'] ?? 5);
const seed = Number(process.env['ALERT_SEED'] ?? 20_261_128);
/** Clocks change in two of the zones within a week. */
const from = new Date('2026-10-24T00:00:00Z');
const hourMs = 3_600_000;
const stepMs = 3 * hourMs;
const dayMs = 24 * hourMs;
const processes = 3;
const killsPerStep = 3;
const people = ['ann', 'ben', 'cleo'] as const;
/** Tells the connections of the processes from those of the test. */
const processName = 'alerts';

let database: TestDatabase;
let clock: Date;
beforeEach(async () => {
  database = await createTestDatabase();
  clock = from;
  for (const zone of zones)
    await database.db.insertInto('customer').values({ name: zone, time_zone: zone, status: 'active' }).execute();
  for (const [i, zone] of zones.entries()) for (const timing of timings) await addAlert(i + 1, zone, timing);
});
afterEach(() => database.close());

async function addAlert(customer: number, zone: string, timing: Timing): Promise<void> {
  const { time, frequency, days: on, day } = timing;
  const when = { frequency, days: [...on], day, on_time: time, zone, next_at: nextInstant(timing, zone, from) };
  const by = { by_degree: true, by_specialty: false, by_place: false };
  await database.db
    .insertInto('job_alert')
    .values({
      customer_id: customer,
      name: 'Alert',
      enabled: true,
      target_id: 1,
      configuration_id: 1,
      owner_id: 1,
      jobs_in_email: 10_000,
      apply_link: '',
      email_text: 'Hello',
      ...by,
      ...when,
    })
    .execute();
}

/** One job comes each three hours. */
const jobsAt = (at: Date): AlertJob[] =>
  Array.from({ length: Math.floor((at.getTime() - from.getTime()) / stepMs) }, (_, i) => ({
    id: i + 1,
    providerJobId: `J-${i + 1}`,
    title: `Job <${i + 1}>`,
    city: '',
    state: '',
    specialty: '',
    shift: '',
    startDate: '',
    degreeId: '1',
    specialtyId: null,
  }));
const candidates: readonly Candidate[] = [...people, 'dan'].map((name, i) => ({
  id: String(i + 1),
  firstName: name,
  lastName: 'Reyes',
  email: `${name}@candidates.example`,
  degreeIds: [name === 'dan' ? '2' : '1'],
  specialtyIds: [],
  state: '',
  optedOut: false,
}));

/** A process of the service: it has its own connections, and looks whenever `run` is called. */
function startProcess() {
  const url = new URL(database.url);
  url.searchParams.set('application_name', processName);
  const db = openDatabase(url.href, { max: 4 });
  const log = pino({ level: 'silent' });
  const services = {
    db,
    now: () => clock,
    mail: storingMailer,
    log,
    secrets: createSecrets(new Uint8Array(32)),
    config: { publicUrl: 'http://127.0.0.1' },
  };
  const sources = { jobs: async () => ok(jobsAt(clock)), candidates: async () => candidates };
  const worker = createWorker(db, log, alertJobs(services as unknown as Services, sources));
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
    await wait(2 + random() * 20);
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

async function isBehind(): Promise<boolean> {
  const { rows } = await sql`
    select 1 from job_alert where next_at <= ${clock} union all select 1 from job_alert_run where state = 'waiting'`.execute(
    database.db,
  );
  return rows.length > 0;
}

/** Lets the days pass in steps of three hours, with three processes that look at the same moment. */
async function pass(length: number, { kills = false }: { kills?: boolean } = {}) {
  const end = new Date(from.getTime() + length * dayMs);
  const all = Array.from({ length: processes }, startProcess);
  const allowed: { left: number | null } = { left: 0 };
  const killing = kills ? killConnections(randomOf(seed), allowed) : Promise.resolve(0);
  const look = async () => {
    await Promise.all(all.map(({ run }) => run()));
    // Between two looks no process runs a job: one that is not done belonged to a killed one, and is due again.
    await sql`update pgboss.job set state = 'retry', start_after = now() - interval '1 second'
      where name = 'job-alert' and state in ('active', 'retry')`.execute(database.db);
  };
  while (clock < end) {
    clock = new Date(clock.getTime() + stepMs);
    // Fewer than the tries of a run, so that none ends as failed.
    allowed.left = killsPerStep;
    for (let tries = 0; tries < 20 && (tries === 0 || (kills && (await isBehind()))); tries++) await look();
  }
  allowed.left = null;
  const killed = await killing;
  for (let i = 0; i < 3; i++) await look();
  for (const one of all) await one.end();
  return { killed, ...(await judge(end)) };
}

/** Compares runs, and the jobs in the emails to each candidate, with the instants and the jobs that were due. */
async function judge(end: Date) {
  const alerts = await database.db.selectFrom('job_alert').selectAll().execute();
  const runs = await database.db.selectFrom('job_alert_run').selectAll().execute();
  const mails = await database.db.selectFrom('mail').select(['to_address', 'text', 'alert_run_id']).execute();
  const found = { due: 0, twice: 0, missed: 0, extra: 0, mails: mails.length };
  for (const { customer_id: customer, id, zone, on_time: time, frequency, days: on, day } of alerts) {
    const due = nextInstants({ frequency, days: on, day, time }, zone, from, days + 9).filter((at) => at <= end);
    const wanted = new Set(due.map((at) => at.toISOString()));
    const own = runs.filter((run) => run.alert_id === id && run.customer_id === customer);
    const made = own.map((run) => new Date(run.due_at).toISOString());
    found.due += due.length;
    found.twice += made.length - new Set(made).size;
    found.missed += [...wanted].filter((at) => !made.includes(at)).length;
    found.extra += made.filter((at) => !wanted.has(at)).length;
    // All jobs up to the look at which the last instant was due.
    const last = due.at(-1);
    const looked = last ? new Date(from.getTime() + Math.ceil((last.getTime() - from.getTime()) / stepMs) * stepMs) : from;
    const jobs = jobsAt(looked).map(({ title }) => title);
    const ids = new Set(own.map((run) => run.id));
    for (const person of people) {
      const texts = mails.filter((mail) => ids.has(Number(mail.alert_run_id)) && mail.to_address.startsWith(person));
      const got = texts.flatMap(({ text }) => text.match(/Job <\d+>/g) ?? []);
      found.twice += got.length - new Set(got).size;
      found.missed += jobs.filter((job) => !got.includes(job)).length;
      found.extra += got.filter((job) => !jobs.includes(job)).length;
    }
  }
  found.extra += mails.filter(({ to_address: to }) => to.startsWith('dan')).length;
  return found;
}

test(
  'in four zones, over changes of clocks and kills of three processes, each candidate gets each job once',
  async () => {
    const found = await pass(days, { kills: true });
    console.info(`${zones.length * timings.length * days} days: ${JSON.stringify(found)}`);
    expect(found).toMatchObject({ twice: 0, missed: 0, extra: 0 });
    expect(found.due).toBeGreaterThan(zones.length * (days - 1));
    expect(found.killed).toBeGreaterThan(0);
  },
  60_000 + days * 4000,
);

/** Faults that the comparison must find: what they make of the database or of statements, and what is found then. */
const planted: Readonly<
  Record<string, { readonly setup: string; readonly rewrites?: Parameters<typeof rewriteStatements>[0]; readonly finds: string }>
> = {
  'no lock and no key keep two processes from the same instant': {
    setup: 'alter table job_alert_run drop constraint job_alert_run_customer_id_alert_id_due_at_key',
    rewrites: [
      [/ for update of a skip locked/g, ''],
      [/ on conflict \("customer_id", "alert_id", "due_at"\) do nothing/g, ''],
    ],
    finds: 'twice',
  },
  'an instant is skipped': {
    setup: `create trigger planted before update of next_at on job_alert for each row when (new.id % 3 = 1)
      execute function planted_fault('skip')`,
    finds: 'missed',
  },
  'the clock does not change': {
    setup: `create trigger planted before update of next_at on job_alert for each row when (new.zone = 'Europe/Berlin')
      execute function planted_fault('hour')`,
    finds: 'extra',
  },
  'a run ends without the email of one candidate': {
    setup: `create trigger planted before insert on mail for each row when (new.to_address like 'ben%') execute function planted_fault('drop')`,
    finds: 'missed',
  },
  'it is not kept which jobs an alert has had': {
    setup: `create trigger planted before insert on job_alert_job for each row execute function planted_fault('drop')`,
    finds: 'twice',
  },
};

test.each(Object.entries(planted))('the comparison finds it when %s', async (_name, { setup, rewrites, finds }) => {
  await sql
    .raw(`create function planted_fault() returns trigger language plpgsql as $$ begin
      case tg_argv[0]
        when 'skip' then new.next_at = new.next_at + interval '1 day';
        when 'hour' then if new.next_at > '2026-10-25T01:00:00Z' then new.next_at = new.next_at - interval '1 hour'; end if;
        when 'drop' then return null;
      end case;
      return new;
    end $$`)
    .execute(database.db);
  await sql.raw(setup).execute(database.db);
  const mend = rewrites ? rewriteStatements(rewrites) : () => undefined;
  const found = await pass(3).finally(mend);
  expect(found, JSON.stringify(found)).toMatchObject({ [finds]: expect.toSatisfy((count: number) => count > 0) });
});
