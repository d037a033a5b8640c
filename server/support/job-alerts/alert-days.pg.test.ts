import { afterEach, beforeEach, expect, test } from 'vitest';
import { no, ok } from '#contract/kit/result.ts';
import type { AlertJob, Candidate } from '#domain/job-alerts/matching.ts';
import type { Timing } from '#domain/reports/schedules/timing.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { storingMailer } from '#server/kit/lib/mail.ts';
import { createSecrets } from '#server/kit/lib/secrets.ts';
import {
  dueColumns,
  dueFaults,
  dueUntil,
  from,
  type PlantedFault,
  stepMs,
  VirtualDays,
  zones,
} from '#tests/virtual-days/virtual-days.ts';
import { type SmsParts, smsJobs } from '../deliveries/send-sms.ts';
import { alertJobs } from './alert-jobs.ts';
import { dueAlerts } from './alert-queue.ts';

const timings: readonly Timing[] = [
  { frequency: 'daily', days: [], day: 1, time: '02:30' },
  { frequency: 'weekly', days: [7, 3], day: 1, time: '00:00' },
  { frequency: 'monthly', days: [], day: 31, time: '08:00' },
];
/** Virtual days of each alert. With 84 the 12 alerts live through 1,008. */
const days = Number(process.env['ALERT_DAYS'] ?? 5);
const killSeed = Number(process.env['ALERT_SEED'] ?? 20_261_128);
const people = ['ann', 'ben', 'cleo'] as const;

let world: VirtualDays;
/** Text messages that arrived, and requests that were made. */
const phones: { to: string; body: string; sid: string; createdAt: Date }[] = [];
let requests = 0;
let looks = true;

/** A provider of text messages that takes every fifth request without an answer, and loses every seventh. */
const smsParts: SmsParts = {
  open: async () => ({
    providerId: 1,
    port: { send: sendSms, messagesTo: async (to) => ok(phones.filter((one) => one.to === to)) },
  }),
  isFound: ({ text }, { body }) => looks && body === text,
};
async function sendSms(to: string, body: string) {
  requests += 1;
  const sid = `SM${requests}`;
  if (requests % 7 !== 0) phones.push({ to, body, sid, createdAt: world.now });
  return requests % 5 === 0 || requests % 7 === 0 ? no({ kind: 'unsure', words: 'no answer' } as const) : ok({ sid });
}

beforeEach(async () => {
  [phones.length, requests, looks] = [0, 0, true];
  world = await VirtualDays.make({
    due: dueAlerts,
    queues: ['sms'],
    handlers: (parts) => {
      const services = {
        ...parts,
        mail: storingMailer,
        secrets: createSecrets(new Uint8Array(32)),
        config: { publicUrl: 'http://127.0.0.1' },
      };
      const sources = { jobs: async () => ok(jobsAt(parts.now())), candidates: async () => candidates };
      const all = services as unknown as Services;
      return [...alertJobs(all, sources), ...smsJobs(all, smsParts)];
    },
  });
  for (const [i, zone] of zones.entries()) for (const timing of timings) await addAlert(i + 1, zone, timing);
});
afterEach(() => world.close());

async function addAlert(customer: number, zone: string, timing: Timing): Promise<void> {
  const by = { by_degree: true, by_specialty: false, by_place: false };
  await world.db
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
      send_via: 'both',
      email_text: 'Hello',
      sms_text: `Alert ${customer} ${timing.frequency}.`,
      ...by,
      ...dueColumns(timing, zone),
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
  mobile: `+1775555011${i}`,
  degreeIds: [name === 'dan' ? '2' : '1'],
  specialtyIds: [],
  city: '',
  state: '',
  optedOut: false,
  agreedToSms: true,
}));

/** Text messages of an alert that arrived at a person, and the jobs of a message: those that it names and those that it counts. */
const numberOf = (name: string) => candidates.find(({ firstName }) => firstName === name)?.mobile;
const textsTo = (person: string, text: string) =>
  phones.flatMap(({ to, body }) => (to === numberOf(person) && body.startsWith(text) ? [body] : []));
const jobsIn = (body: string): number =>
  (body.match(/Job <\d+>/g)?.length ?? 0) +
  Number(/^(?:and )?([\d,]+) (?:more|new jobs?)$/m.exec(body)?.[1]?.replaceAll(',', '') ?? 0);

/** Messages in doubt are looked up some minutes after their last request. */
async function settleDoubts(): Promise<void> {
  for (let looked = 0; looked < 4; looked++) {
    world.now = new Date(world.now.getTime() + 11 * 60_000);
    await world.pass(0);
  }
}

/** Compares runs, and the jobs in the emails to each candidate, with the instants and the jobs that were due. */
async function judge(end: Date) {
  const alerts = await world.db.selectFrom('job_alert').selectAll().execute();
  const runs = await world.db.selectFrom('job_alert_run').selectAll().execute();
  const mails = await world.db.selectFrom('mail').select(['to_address', 'text', 'alert_run_id']).execute();
  const found = { due: 0, twice: 0, missed: 0, extra: 0, mails: mails.length, texts: phones.length };
  for (const alert of alerts) {
    const due = dueUntil(end, alert);
    const wanted = new Set(due.map((at) => at.toISOString()));
    const own = runs.filter((run) => run.alert_id === alert.id && run.customer_id === alert.customer_id);
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
      const bodies = textsTo(person, alert.sms_text);
      found.twice += Math.max(bodies.length - texts.length, 0);
      found.missed += Math.max(texts.length - bodies.length, 0);
      if (bodies.length === texts.length && bodies.reduce((sum, body) => sum + jobsIn(body), 0) !== got.length) found.extra += 1;
    }
  }
  found.extra += mails.filter(({ to_address: to }) => to.startsWith('dan')).length;
  found.extra += phones.filter(({ to }) => to === numberOf('dan')).length;
  return found;
}

test(
  'in four zones, over changes of clocks and kills of three processes, each candidate gets each job once',
  async () => {
    const { end, killed } = await world.pass(days, { killSeed });
    await settleDoubts();
    const found = await judge(end);
    console.info(`${zones.length * timings.length * days} days, ${killed} kills: ${JSON.stringify(found)}`);
    expect(found).toMatchObject({ twice: 0, missed: 0, extra: 0 });
    expect(found.due).toBeGreaterThan(zones.length * (days - 1));
    expect(killed).toBeGreaterThan(0);
    const doubts = await world.db.selectFrom('sms_message').select('id').where('in_doubt', '>', 0).execute();
    expect(doubts.length).toBeGreaterThan(found.texts / 5);
  },
  60_000 + days * 4000,
);

const planted: Readonly<Record<string, PlantedFault>> = {
  ...dueFaults(dueAlerts),
  'a run ends without the email of one candidate': {
    setup: `create trigger planted before insert on mail for each row when (new.to_address like 'ben%') execute function planted_fault('drop')`,
    finds: 'missed',
  },
  'a run ends without the text message of one candidate': {
    setup: `create trigger planted before insert on sms_message for each row when (new.to_phone like '%111') execute function planted_fault('drop')`,
    finds: 'missed',
  },
  'it is not kept which jobs an alert has had': {
    setup: `create trigger planted before insert on job_alert_job for each row execute function planted_fault('drop')`,
    finds: 'twice',
  },
};

test('the comparison finds it when a text message in doubt goes again without a look', async () => {
  looks = false;
  const { end } = await world.pass(3);
  await settleDoubts();
  const found = await judge(end);
  expect(found.twice, JSON.stringify(found)).toBeGreaterThan(0);
});

test.each(Object.entries(planted))('the comparison finds it when %s', async (_name, fault) => {
  const takeBack = await world.plant(fault);
  const { end } = await world.pass(3).finally(takeBack);
  const found = await judge(end);
  expect(found[fault.finds], JSON.stringify(found)).toBeGreaterThan(0);
});
