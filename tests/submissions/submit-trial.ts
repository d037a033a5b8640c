import { pino } from 'pino';
import { createBullhornDouble, doubleCredentials } from '#server/demo/bullhorn/bullhorn-double.ts';
import { steppedClock } from '#server/demo/double-kit/stepped-clock.ts';
import { type DoubleFault, doubleFaults } from '#server/demo/double-kit/target-double.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { createTrioDouble, type TrioDouble, trioKey, trioTenant } from '#server/demo/submissions/trio-double.ts';
import { seededRandom } from '#server/demo/world/random.ts';
import { createPostingQueue } from '#server/posting/posting-queue.ts';
import type { SubmissionAdapter } from '#server/submissions/adapter.ts';
import { submissionConnectors } from '#server/submissions/adapters/all.ts';
import { createSender, type DueSubmission, type Prepared } from '#server/submissions/sending/sender.ts';
import { leaseSeconds } from '#server/submissions/sending/sending-state.ts';
import { guardedSend } from '#server/targets/adapter/outbound.ts';
import { destinationWith, type PlantedBug, rowsWith } from './planted-bugs.ts';
import { type TrialRow, type TrialRows, trialRows } from './trial-rows.ts';

export type SubmitPlan = {
  readonly submissions: number;
  readonly seed: number;
  /** The part of the attempts that meet a fault of the source or destination, and of those whose process ends, 0 to 1. */
  readonly faults: number;
  /** After so many submissions the destination shows no older ones, so that a look-up need not read all. */
  readonly portion?: number;
  /** The destination does not list its submissions: nothing can be looked up. */
  readonly blind?: boolean;
  readonly bug?: PlantedBug;
};

/**
 * What became of the submissions. `duplicates`: submissions of one caregiver to one job, and caregivers of one email address, that are at
 * the destination twice. `lost`: those that are noted as sent and not there under their id, or there and noted as refused. `kills`: attempts
 * whose process ended in their midst. `tokens`: sessions that the source opened, each but the first in place of a dead one.
 */
export type SubmitEnd = {
  readonly wanted: number;
  readonly sent: number;
  readonly refused: number;
  readonly human: number;
  readonly duplicates: number;
  readonly lost: number;
  readonly lostAnswers: number;
  readonly kills: number;
  readonly tokens: number;
  readonly calls: number;
};

const [source, destination] = [1, 2];
/** Each look-up reads the submissions of a portion, so that a larger one makes the trial slow and finds no more. */
const usualPortion = 200;
const caregivers = 300;
/** Consecutive submissions are of the same caregiver, for another job each: they meet at the destination. */
const inARow = 3;

class Killed extends Error {}

/** Sends submissions through the product's sender and queue from Bullhorn's double to Trio's over HTTP, with two workers at once. */
export async function runSubmitTrial(plan: SubmitPlan): Promise<SubmitEnd> {
  const clock = steppedClock();
  const now = () => clock.now();
  const ats = createBullhornDouble({ facilities: 1, candidates: caregivers, now });
  const vms = createTrioDouble({ now, listsSubmissions: plan.blind !== true });
  const urls = [await listenOnLoopback(ats.server), await listenOnLoopback(vms.server)] as const;
  const faults = faultsOf(plan, ats.faults as DoubleFault[], vms.faults);
  const adapters = openBoth(urls, clock);
  const all: TrialRow[] = [];
  const totals = { duplicates: 0, lost: 0 };
  try {
    const { portion = usualPortion } = plan;
    for (let first = 0; first < plan.submissions; first += portion) {
      const wanted = wantedFrom(first, Math.min(portion, plan.submissions - first));
      const rows = rowsWith(plan.bug, trialRows(wanted, now, plan.bug === 'leases are ignored'));
      await sendAll({ plan, clock, faults, adapters, rows });
      all.push(...rows.all());
      totals.duplicates += twice(
        Array.from(vms.records.submissions.values(), (one) => `${one.JobNumber}/${one.CandidateNumber}`),
      );
      totals.lost += lostAmong(rows.all(), vms);
      vms.records.forgetSubmissions();
    }
  } finally {
    await Promise.all([closeNow(ats.server), closeNow(vms.server)]);
  }
  totals.duplicates += twice(Array.from(vms.records.candidates.values(), ({ email }) => email.toLowerCase()));
  const count = (state: DueSubmission['state']) => all.filter((row) => row.state === state).length;
  return {
    wanted: all.length,
    sent: count('sent'),
    refused: count('refused'),
    human: count('human'),
    ...totals,
    lostAnswers: faults.lostAnswers(),
    kills: faults.kills(),
    tokens: ats.signIns(),
    calls: ats.calledAt.length + vms.calledAt.length,
  };
}

const twice = (keys: readonly string[]): number => keys.length - new Set(keys).size;

function lostAmong(rows: readonly TrialRow[], { records }: TrioDouble): number {
  const made = new Set(Array.from(records.submissions.values(), ({ JobNumber }) => String(JobNumber)));
  const isThere = (row: TrialRow) => {
    const held = records.submissions.get(Number(row.extId));
    return String(held?.JobNumber) === row.providerJobId && row.extId === String(held?.Number);
  };
  return rows.filter((row) => (row.state === 'sent' ? !isThere(row) : row.state === 'refused' && made.has(row.providerJobId)))
    .length;
}

type Trial = {
  readonly plan: SubmitPlan;
  readonly clock: ReturnType<typeof steppedClock>;
  readonly faults: ReturnType<typeof faultsOf>;
  readonly adapters: ReturnType<typeof openBoth>;
  readonly rows: TrialRows;
};

async function sendAll({ plan, clock, faults, adapters, rows }: Trial): Promise<void> {
  const now = () => new Date(clock.now());
  const send = createSender({
    rows,
    now,
    open: async (_customerId, targetId) =>
      targetId === source ? adapters.source : mortal(destinationWith(plan.bug, adapters.destination), faults),
    prepare,
    reconcileFirst: false,
    leaseSeconds,
  });
  const queue = () =>
    createPostingQueue<DueSubmission>({
      readDue: async (at, limit) => rows.due(at.getTime(), limit),
      log: pino({ level: 'silent' }),
      now,
      attempt: async (due) => {
        faults.next();
        return send(due);
      },
      pollMs: 1_000,
    });
  const queues = [queue(), queue()];
  for (;;) {
    const attempted = await Promise.all(queues.map((one) => one.runOnce()));
    const next = rows.nextAt();
    if (next === undefined) return;
    if (attempted.every((count) => count === 0)) clock.step(Math.max(60_000, next - clock.now()));
  }
}

/** What the product reads before a submission goes out: the caregiver with documents, as the source has them. */
async function prepare(due: DueSubmission, from: SubmissionAdapter): Promise<Prepared> {
  const read = await from.readCaregiver?.(due.caregiverId);
  if (read?.kind !== 'done') return { kind: 'later', words: read?.words ?? '' };
  const caregiver = read.value;
  const [first] = caregiver?.documents ?? [];
  if (!caregiver || !first) return { kind: 'refused', words: 'The caregiver is gone.' };
  const file = await from.readDocument?.(due.caregiverId, first.id);
  if (file?.kind !== 'done') return { kind: 'later', words: file?.words ?? '' };
  const document = { typeExtId: first.typeExtId, name: first.name, fileName: first.fileName, content: file.value };
  const keys = { reference: due.reference, providerJobId: due.providerJobId, extCaregiverId: null };
  const submission = { ...keys, caregiver, degreeExtId: '501', specialtyExtId: '5101', fields: {}, documents: [document] };
  return { kind: 'ready', submission, used: {}, warnings: '' };
}

/** The destination for a process that may end before or after a call that writes. */
function mortal(adapter: SubmissionAdapter, faults: ReturnType<typeof faultsOf>): SubmissionAdapter {
  const until =
    <A, R>(call: (given: A) => Promise<R>) =>
    async (given: A): Promise<R> => {
      const end = faults.ends();
      if (end === 'before') throw new Killed('before the call');
      const answer = await call(given);
      if (end === 'after') throw new Killed('after the call');
      return answer;
    };
  return {
    ...adapter,
    makeCaregiver: adapter.makeCaregiver && until(adapter.makeCaregiver),
    submit: adapter.submit && until(adapter.submit),
  };
}

const losesAnswer: ReadonlySet<DoubleFault> = new Set(['drop-after', 'error-after', 'html-after']);

/** One fault at a time, drawn from the seed. */
function faultsOf({ seed, faults }: SubmitPlan, ats: DoubleFault[], vms: DoubleFault[]) {
  const random = seededRandom(seed);
  let lost = 0;
  let kills = 0;
  return {
    next() {
      if (ats.length + vms.length > 0 || random.next() >= faults) return;
      const fault = random.pick(doubleFaults);
      // The source only reads, and only its sessions have tokens.
      if (fault === 'expire-token' || (!losesAnswer.has(fault) && random.next() < 0.3))
        ats.push(losesAnswer.has(fault) ? 'drop-before' : fault);
      else vms.push(fault);
      if (losesAnswer.has(fault)) lost++;
    },
    ends(): 'before' | 'after' | 'never' {
      if (random.next() >= faults / 2) return 'never';
      kills++;
      return random.next() < 0.5 ? 'before' : 'after';
    },
    lostAnswers: () => lost - vms.filter((fault) => losesAnswer.has(fault)).length,
    kills: () => kills,
  };
}

function openBoth([atsUrl, vmsUrl]: readonly [string, string], clock: ReturnType<typeof steppedClock>) {
  const open = (system: number, url: string, given: { orgKey: string; secret: string; site: string }) => {
    const connector = submissionConnectors.get(system);
    if (!connector) throw new Error(`no adapter of ${system}`);
    return connector({ customerId: 1, targetId: 1, settings: {}, ...given }, { send: guardedSend([url]), clock });
  };
  const { clientId, clientSecret, username, password } = doubleCredentials;
  return {
    source: open(8, atsUrl, {
      orgKey: `${clientId}:${username}`,
      secret: `${clientSecret}:${password}`,
      site: `${atsUrl}/rest-services/loginInfo`,
    }),
    destination: open(61, vmsUrl, { orgKey: '', secret: trioKey, site: `${vmsUrl}/${trioTenant}/api/v3` }),
  };
}

const wantedFrom = (first: number, count: number): DueSubmission[] =>
  Array.from({ length: count }, (_, nth) => {
    const at = first + nth;
    const caregiverId = 70_001 + (Math.floor(at / inARow) % caregivers);
    return {
      customerId: 1,
      targetId: destination,
      fromId: source,
      id: at + 1,
      reference: `TRIAL${at}`,
      state: 'wanted',
      jobId: at + 1,
      providerJobId: String(at + 1),
      caregiverId: String(caregiverId),
      email: String(caregiverId),
      extCaregiverId: '',
      tries: 0,
      lookups: 0,
      fence: 0,
      userId: null,
    };
  });
