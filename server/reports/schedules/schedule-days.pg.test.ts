import { afterEach, beforeEach, expect, test } from 'vitest';
import { ok } from '#contract/kit/result.ts';
import type { Timing } from '#domain/reports/schedules/timing.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { storingMailer } from '#server/kit/lib/mail.ts';
import { createSecrets } from '#server/kit/lib/secrets.ts';
import {
  dayMs,
  dueColumns,
  dueFaults,
  dueUntil,
  from,
  isIn,
  type PlantedFault,
  type Stop,
  VirtualDays,
  zones,
} from '#tests/virtual-days/virtual-days.ts';
import type { Prepared } from './prepare.ts';
import { scheduleJobs } from './schedule-jobs.ts';
import { dueSchedules } from './schedule-queue.ts';

const timings: readonly Timing[] = [
  { frequency: 'daily', days: [], day: 1, time: '02:30' },
  { frequency: 'daily', days: [], day: 1, time: '01:30' },
  { frequency: 'weekly', days: [7, 3], day: 1, time: '00:00' },
  { frequency: 'monthly', days: [], day: 31, time: '08:00' },
  { frequency: 'daily', days: [], day: 1, time: '23:59' },
];
/** Virtual days of each schedule. With 500 the 20 schedules live through 10,000. */
const days = Number(process.env['SCHEDULE_DAYS'] ?? 8);
const killSeed = Number(process.env['SCHEDULE_SEED'] ?? 20_261_127);

let world: VirtualDays;
beforeEach(async () => {
  world = await VirtualDays.make({
    due: dueSchedules,
    handlers: (parts) => {
      const secrets = createSecrets(new Uint8Array(32));
      const services = { ...parts, secrets, mail: storingMailer, config: { publicUrl: 'http://127.0.0.1' } };
      return scheduleJobs(services as unknown as Services, [], async () => ok(prepared));
    },
  });
  for (const [i, zone] of zones.entries()) for (const timing of timings) await addSchedule(i + 1, zone, timing);
});
afterEach(() => world.close());

async function addSchedule(customer: number, zone: string, timing: Timing): Promise<void> {
  const what = { configuration_id: 1, owner_id: 1, file: 'csv' as const, dont_send_me: false, addresses: [], threshold: 0 };
  await world.db
    .insertInto('report_schedule')
    .values({ customer_id: customer, ...dueColumns(timing, zone), ...what })
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

/** Compares runs and mails with the instants at which the schedules were due. */
async function judge(end: Date, stop?: Stop) {
  const schedules = await world.db.selectFrom('report_schedule').selectAll().execute();
  const runs = await world.db.selectFrom('report_run').selectAll().execute();
  const mails = await world.db.selectFrom('mail').select(['id', 'cause']).execute();
  const wanted = schedules.flatMap((schedule) => {
    const due = dueUntil(end, schedule);
    // Of the instants in a stop, the first one is sent, late.
    const inStop = due.filter((at) => stop && isIn(stop, at));
    return due.filter((at) => !inStop.slice(1).includes(at)).map((at) => `${schedule.id} ${at.toISOString()}`);
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
    const { end, killed } = await world.pass(days, { stop, killSeed });
    const found = await judge(end, stop);
    console.info(`${zones.length * timings.length * days} days, ${killed} kills: ${JSON.stringify(found)}`);
    expect(found).toMatchObject({ twice: 0, missed: 0, extra: 0 });
    // Three daily schedules of each zone are due in the stop, and the weekly one on its Wednesday.
    expect(found.late).toBe(zones.length * 4);
    expect(found.due).toBeGreaterThan(zones.length * 3 * (days - 4));
    expect(killed).toBeGreaterThan(0);
  },
  60_000 + days * 4000,
);

const planted: Readonly<Record<string, PlantedFault>> = {
  ...dueFaults(dueSchedules),
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

test.each(Object.entries(planted))('the comparison finds it when %s', async (_name, fault) => {
  const takeBack = await world.plant(fault);
  const { end } = await world.pass(3).finally(takeBack);
  const found = await judge(end);
  expect(found[fault.finds], JSON.stringify(found)).toBeGreaterThan(0);
});
