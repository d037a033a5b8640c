import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Logger, pino } from 'pino';
import { randomOf } from '#bench/rules/jobs.ts';
import type { Timing } from '#domain/reports/schedules/timing.ts';
import { type Db, openDatabase } from '#server/kit/db/connection.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import { createWorker } from '#server/kit/queue/worker.ts';
import type { DuePlans } from '#server/runs/due/due-runs.ts';
import { nextInstant, nextInstants } from '#server/runs/due/instants.ts';
import { rewriteStatements } from '#tests/isolation/planted-faults.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

export const zones = ['America/New_York', 'America/Phoenix', 'Europe/Berlin', 'Australia/Lord_Howe'] as const;
/** Clocks change in two of the zones within a week. */
export const from = new Date('2026-10-24T00:00:00Z');
export const stepMs = 3 * 3_600_000;
export const dayMs = 86_400_000;

const processes = 3;
/** Fewer than the tries of a run, so that none ends as failed. */
const killsPerStep = 3;
/** Tells the connections of the processes from those of the test. */
const processName = 'virtual days';

/** What a process works with: connections of its own, and the virtual clock. */
type ProcessParts = { readonly db: Db; readonly log: Logger; readonly now: () => Date };

/** What is due at instants, and the handlers of a process that carry it out. */
type Plans = {
  readonly due: DuePlans;
  readonly handlers: (parts: ProcessParts) => JobHandler[];
  /** Queues of what follows from the runs. Their jobs go on after a kill, too. */
  readonly queues?: readonly string[];
};

/** Time in which no process runs: until the first look at `until`. */
export type Stop = { readonly after: Date; readonly until: Date };

export const isIn = ({ after, until }: Stop, at: Date): boolean => at > after && at <= until;

/** The columns that say when a plan is due, for a new one at the start of the days. */
export const dueColumns = ({ frequency, days, day, time }: Timing, zone: string) => {
  const timing = { frequency, days, day, time };
  return { frequency, days: [...days], day, on_time: time, zone, next_at: nextInstant(timing, zone, from) };
};

/** A stored plan, as far as it says when it is due. */
type Stored = Pick<Timing, 'frequency' | 'days' | 'day'> & { readonly on_time: string; readonly zone: string };

/** The instants from the start of the days to `end` at which a plan was due. */
export const dueUntil = (end: Date, { on_time: time, zone, ...timing }: Stored): Date[] =>
  nextInstants({ ...timing, time }, zone, from, (end.getTime() - from.getTime()) / dayMs + 9).filter((at) => at <= end);

/** A fault that a comparison must find: what it makes of the database or of statements, and what is found then. */
export type PlantedFault = {
  readonly setup: string;
  readonly rewrites?: Parameters<typeof rewriteStatements>[0];
  readonly finds: 'twice' | 'missed' | 'extra';
};

/** Faults of what makes runs at their instants. */
export const dueFaults = ({ plans, runs, planId }: DuePlans): Readonly<Record<string, PlantedFault>> => ({
  'no lock and no key keep two processes from the same instant': {
    setup: `alter table ${runs} drop constraint ${runs}_customer_id_${planId}_due_at_key`,
    rewrites: [
      [/ for update of p skip locked/g, ''],
      [new RegExp(`on conflict \\(customer_id, "${planId}", due_at\\) do nothing`, 'g'), ''],
    ],
    finds: 'twice',
  },
  'an instant is skipped': {
    setup: `create trigger planted before update of next_at on ${plans} for each row when (new.id % 3 = 1)
      execute function planted_fault('skip')`,
    finds: 'missed',
  },
  'the clock does not change': {
    setup: `create trigger planted before update of next_at on ${plans} for each row when (new.zone = 'Europe/Berlin')
      execute function planted_fault('hour')`,
    finds: 'extra',
  },
});

/** A database with a customer in each zone, and processes that look at it while virtual days pass. Customer `n` is in the nth zone. */
export class VirtualDays {
  now = from;
  readonly #database: TestDatabase;
  readonly #plans: Plans;

  private constructor(database: TestDatabase, plans: Plans) {
    this.#database = database;
    this.#plans = plans;
  }

  static async make(plans: Plans): Promise<VirtualDays> {
    const database = await createTestDatabase();
    for (const zone of zones)
      await database.db.insertInto('customer').values({ name: zone, time_zone: zone, status: 'active' }).execute();
    return new VirtualDays(database, plans);
  }

  get db(): Db {
    return this.#database.db;
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  /**
   * Lets days pass in steps of three hours, with three processes that look at the same moment. With `killSeed`, connections of busy ones
   * are killed. Returns the end and the number of kills.
   */
  async pass(days: number, { stop, killSeed }: { stop?: Stop; killSeed?: number } = {}): Promise<{ end: Date; killed: number }> {
    const end = new Date(from.getTime() + days * dayMs);
    const all = Array.from({ length: processes }, () => this.#startProcess());
    const allowed: { left: number | null } = { left: 0 };
    const kills = killSeed !== undefined;
    const killing = kills ? this.#killConnections(randomOf(killSeed), allowed) : Promise.resolve(0);
    const look = async () => {
      await Promise.all(all.map(({ run }) => run()));
      // Between two looks no process runs a job: one that is not done belonged to a killed one, and is due again.
      await sql`update pgboss.job set state = 'retry', start_after = now() - interval '1 second'
        where name = any(${[this.#plans.due.queue.name, ...(this.#plans.queues ?? [])]}::text[]) and state in ('active', 'retry')`.execute(
        this.db,
      );
    };
    while (this.now < end) {
      this.now = new Date(this.now.getTime() + stepMs);
      if (stop && this.now > stop.after && this.now < stop.until) continue;
      allowed.left = killsPerStep;
      // Processes look every two seconds, thus often within a step, so that a kill makes nothing late by hours.
      for (let tries = 0; tries < 20 && (tries === 0 || (kills && (await this.#isBehind()))); tries++) await look();
    }
    allowed.left = null;
    const killed = await killing;
    for (let i = 0; i < 3; i++) await look();
    for (const one of all) await one.end();
    return { end, killed };
  }

  /** Plants a fault. Returns what takes back its rewritten statements. */
  async plant({ setup, rewrites }: PlantedFault): Promise<() => void> {
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
      .execute(this.db);
    for (const statement of setup.split(';')) await sql.raw(statement).execute(this.db);
    return rewrites ? rewriteStatements(rewrites) : () => undefined;
  }

  #connect(max: number, name: string): Db {
    const url = new URL(this.#database.url);
    url.searchParams.set('application_name', name);
    return openDatabase(url.href, { max });
  }

  #startProcess() {
    const db = this.#connect(4, processName);
    const log = pino({ level: 'silent' });
    const worker = createWorker(db, log, this.#plans.handlers({ db, log, now: () => this.now }));
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
  async #killConnections(random: () => number, allowed: { left: number | null }): Promise<number> {
    const killer = this.#connect(1, 'killer');
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

  async #isBehind(): Promise<boolean> {
    const { plans, runs } = this.#plans.due;
    const { rows } = await sql`
      select 1 from ${sql.table(plans)} where next_at <= ${this.now}
      union all select 1 from ${sql.table(runs)} where state = 'waiting'`.execute(this.db);
    return rows.length > 0;
  }
}
