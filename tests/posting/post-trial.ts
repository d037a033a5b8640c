import { pino } from 'pino';
import type { MapKind, PostingMode } from '#contract/rows/rows.ts';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import { type AdapterName, targetKinds } from '#domain/targets/target-kinds.ts';
import { steppedClock } from '#server/demo/double-kit/stepped-clock.ts';
import { type DoubleFault, doubleFaults, type TargetDouble } from '#server/demo/double-kit/target-double.ts';
import { doubles } from '#server/demo/doubles.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { seededRandom } from '#server/demo/world/random.ts';
import type { DuePost, Loaded } from '#server/posting/post-rows.ts';
import { createPoster } from '#server/posting/poster.ts';
import { createPostingQueue } from '#server/posting/posting-queue.ts';
import { noSecrets } from '#server/targets/adapter/connector.ts';
import { guardedSend } from '#server/targets/adapter/outbound.ts';
import { lookupSeconds } from '#server/targets/adapter/target-adapter.ts';
import { connectorOf } from '#server/targets/connectors.ts';
import { pacedSend } from '#server/targets/pace/paced-send.ts';
import { sentOrder } from '#tests/support/factories/field-mapping-factory.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { memoryBook } from './memory-book.ts';
import { mostWithinAMinute } from './most-within-a-minute.ts';
import { trialRows } from './trial-rows.ts';

export type TrialPlan = {
  readonly kind: AdapterName;
  readonly posts: number;
  readonly seed: number;
  /** The part of the attempts that meet a fault, 0 to 1. */
  readonly faults: number;
  /** How the target posts; live if not given. */
  readonly posting?: PostingMode;
  /** After so many posts the agency removes their jobs from the target; `usualPortions` if not given. */
  readonly portion?: number | undefined;
};

/** Crelate and CTM find a job by reading all that they hold, so they hold a part of a large trial at once. */
const usualPortions: Partial<Record<AdapterName, number>> = { crelate: 1_000, ctm: 1_000 };

/**
 * What became of the posts. `duplicates`: jobs that the target holds twice. `lost`: posts that are done without a job there.
 * `lostAnswers`: calls that wrote something and got no readable answer. `tokens`: how many the target gave; each but the first
 * took the place of one that it had made invalid.
 */
export type TrialEnd = {
  readonly wanted: number;
  readonly done: number;
  readonly refused: number;
  readonly human: number;
  /** Checked in a dry run. */
  readonly checked: number;
  readonly held: number;
  readonly duplicates: number;
  readonly lost: number;
  readonly lostAnswers: number;
  readonly tokens: number;
  readonly calls: number;
  readonly mostCallsAMinute: number;
};

/** The job of a post, as the poster loads it. */
export type LoadTrialJob = (due: DuePost) => Loaded;

const day = 86_400_000;
const firstDay = Date.parse('2026-12-07T00:00:00Z');
const customerId = 1;

export const typeOf = (kind: AdapterName): number => targetKinds.find(({ adapter }) => adapter === kind)?.id ?? 0;

/**
 * Posts jobs through the product's poster and queue to a kind's double over HTTP. The rows are in memory and pauses take no time,
 * so that a day of posting takes minutes.
 */
export async function runTrial(plan: TrialPlan): Promise<TrialEnd> {
  const { end } = await postTrial(plan, loaderOf(plan.kind, typeOf(plan.kind), plan.posting ?? 'live'));
  return end;
}

type Portion = Pick<TrialEnd, 'held' | 'duplicates' | 'lost'>;

/** Posts given jobs, numbered from 0. Returns their rows as well. */
export async function postTrial(
  plan: TrialPlan,
  load: LoadTrialJob,
): Promise<{ readonly end: TrialEnd; readonly rows: readonly DuePost[] }> {
  const { kind, posts, portion = usualPortions[kind] ?? posts } = plan;
  const clock = steppedClock();
  const double = doubles[kind].start({ now: () => clock.now() });
  const url = await listenOnLoopback(double.server);
  const faults = faultsOf(plan, double);
  const trial: Trial = { clock, target: openTarget(kind, url, clock), load, fault: () => faults.next() };
  const rows: DuePost[] = [];
  const portions: Portion[] = [];
  try {
    for (let first = 0; first < posts; first += portion) {
      const made = await postPortion(trial, first, Math.min(portion, posts - first));
      portions.push(portionOf(made, double));
      rows.push(...made.map((row) => ({ ...row, sent: null })));
      if (first + portion < posts) removeAll(double);
    }
  } finally {
    await closeNow(double.server);
  }
  return { end: endOf(rows, portions, double, faults.lostAnswers()), rows };
}

function removeAll(double: Pick<TargetDouble, 'held' | 'change'>): void {
  for (const { id } of double.held()) double.change(id, null);
}

type Trial = {
  readonly clock: ReturnType<typeof steppedClock>;
  readonly target: ReturnType<typeof openTarget>;
  readonly load: LoadTrialJob;
  /** Queues the fault that the next attempt meets, if it meets one. */
  readonly fault: () => void;
};

async function postPortion({ clock, target, load, fault }: Trial, first: number, count: number): Promise<readonly DuePost[]> {
  const rows = trialRows(
    Array.from({ length: count }, (_, n) => wantedPost(`TRIAL${first + n}`, first + n)),
    load,
  );
  const now = () => new Date(clock.now());
  const poster = createPoster({
    transaction: rows.transaction,
    now,
    openTarget: async () => target.opened,
    mayAsk: async () => true,
    reconcileFirst: false,
  });
  const queue = createPostingQueue({
    readDue: async (at, limit) => rows.due(at.getTime(), limit),
    log: pino({ level: 'silent' }),
    now,
    attempt: async (due) => {
      fault();
      return poster(due);
    },
    pollMs: 1_000,
  });
  for (;;) {
    const attempted = await queue.runOnce();
    const next = rows.nextAt();
    if (attempted === 0 && next === undefined) return rows.all();
    if (attempted === 0) clock.step(Math.max(1_000, (next ?? 0) - clock.now()));
  }
}

const losesAnswer: ReadonlySet<DoubleFault> = new Set(['drop-after', 'error-after', 'html-after']);

/** One fault at a time, drawn from the seed. */
function faultsOf({ seed, faults }: TrialPlan, double: TargetDouble) {
  const random = seededRandom(seed);
  let lost = 0;
  const queued = () => double.faults.filter((fault) => losesAnswer.has(fault)).length;
  return {
    next() {
      if (double.faults.length > 0 || random.next() >= faults) return;
      const fault = random.pick(doubleFaults);
      if (losesAnswer.has(fault)) lost++;
      double.faults.push(fault);
    },
    lostAnswers: () => lost - queued(),
  };
}

function openTarget(kind: AdapterName, url: string, clock: ReturnType<typeof steppedClock>) {
  const typeId = typeOf(kind);
  const connector = connectorOf(typeId);
  if (!connector) throw new Error(`${kind} has no connector`);
  const { secrets } = doubles[kind];
  const read = connector.settings.parse(doubles[kind].settings(url));
  const { send, isPaused } = pacedSend(guardedSend([url]), memoryBook(connectionOf(kind).can, clock), clock);
  const connection = connector.open(read, { ...noSecrets, ...secrets }, send, clock);
  return { opened: { ...connection, isPaused, resendWhenAbsent: false, lookupSeconds } };
}

const wantedPost = (reference: string, jobId: number): DuePost => ({
  customerId,
  targetId: 1,
  jobId,
  generation: 1,
  state: 'wanted',
  reference,
  externalId: null,
  words: null,
  tries: 0,
  lookups: 0,
  fence: 0,
  askedBy: null,
  follow: null,
  readsLeft: 0,
  createdAt: '',
});

const somewhere = {
  id: 1,
  targetId: 1,
  parentId: null,
  address: '1 Main',
  city: 'Reno',
  state: 'NV',
  zip: '89501',
  active: true,
};

/** Each job differs from every other in its client, specialty or first day. */
function loaderOf(kind: AdapterName, typeId: number, posting: PostingMode): LoadTrialJob {
  const { facility, degree, specialty } = doubles[kind].values;
  const target = aTarget({ typeId, maps: [], posting });
  return ({ jobId, reference }) => {
    const value = (of: MapKind, ids: readonly string[], at: number) => ({
      ...somewhere,
      kind: of,
      extId: ids[at % Math.max(1, ids.length)] ?? '',
      name: `${of} ${at}`,
    });
    const clients = Math.max(1, facility.length);
    const pairs = clients * Math.max(1, specialty.length);
    const startDate = new Date(firstDay + Math.floor(jobId / pairs) * day).toISOString().slice(0, 10);
    const job = aJob({ id: jobId, startDate, degree: null, specialty: null, facility: null, shift: null, posts: [] });
    const mapped = {
      facility: value('facility', facility, jobId),
      degree: value('degree', degree, 0),
      specialty: value('specialty', specialty, Math.floor(jobId / clients)),
      shift: null,
    };
    return {
      job,
      target,
      values: new Map(),
      order: sentOrder({ reference, job, mapped }, typeId),
      sent: null,
      follow: null,
      floor: null,
      others: [],
    };
  };
}

/** The fields that keep our reference, by kind. CTM has none. */
const referenceFields = ['externalID', 'ExternalPrimaryKey', 'Jobdock_Reference__c', 'referenceNumber'];

/** Our reference, or else all values without the id that the double gave: two records with the same are one job posted twice. */
function identity(record: Readonly<Record<string, unknown>>): string {
  const field = referenceFields.find((name) => name in record);
  return JSON.stringify(field === undefined ? { ...record, id: undefined } : record[field]);
}

function portionOf(rows: readonly DuePost[], double: TargetDouble): Portion {
  const held = double.held();
  const ids = new Set(held.map(({ id }) => id));
  return {
    held: held.length,
    duplicates: held.length - new Set(held.map(identity)).size,
    lost: rows.filter(({ state, externalId }) => state === 'done' && !ids.has(externalId ?? '')).length,
  };
}

function endOf(rows: readonly DuePost[], portions: readonly Portion[], double: TargetDouble, lostAnswers: number): TrialEnd {
  const count = (state: DuePost['state']) => rows.filter((row) => row.state === state).length;
  const sum = (of: keyof Portion) => portions.reduce((total, portion) => total + portion[of], 0);
  return {
    wanted: rows.length,
    done: count('done'),
    refused: count('failed'),
    human: count('human'),
    checked: count('dryRun'),
    held: sum('held'),
    duplicates: sum('duplicates'),
    lost: sum('lost'),
    lostAnswers,
    tokens: double.signIns(),
    calls: double.calledAt.length,
    mostCallsAMinute: mostWithinAMinute(double.calledAt),
  };
}
