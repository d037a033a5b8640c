import { pino } from 'pino';
import type { MapKind, PostingMode } from '#contract/rows/rows.ts';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import { type AdapterName, targetKinds } from '#domain/targets/target-kinds.ts';
import { steppedClock } from '#server/demo/double-kit/stepped-clock.ts';
import { doubleFaults, type TargetDouble } from '#server/demo/double-kit/target-double.ts';
import { doubles } from '#server/demo/doubles.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { seededRandom } from '#server/demo/world/random.ts';
import type { DuePost, Loaded } from '#server/posting/post-rows.ts';
import { createPoster } from '#server/posting/poster.ts';
import { createPostingQueue } from '#server/posting/posting-queue.ts';
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
};

/** What became of the posts. `duplicates`: jobs that the target holds twice. `lost`: posts that are done without a job there. */
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
  readonly calls: number;
  readonly mostCallsAMinute: number;
};

const day = 86_400_000;
const firstDay = Date.parse('2026-12-07T00:00:00Z');
const customerId = 1;

/**
 * Posts jobs through the product's poster and queue to a kind's double over HTTP. The rows are in memory and pauses take no time,
 * so that a day of posting takes minutes.
 */
export async function runTrial({ kind, posts, seed, faults, posting = 'live' }: TrialPlan): Promise<TrialEnd> {
  const clock = steppedClock();
  const double = doubles[kind].start({ now: () => clock.now() });
  const url = await listenOnLoopback(double.server);
  const target = openTarget(kind, url, clock);
  const references = Array.from({ length: posts }, (_, n) => `TRIAL${n}`);
  const rows = trialRows(references.map(wantedPost), loaderOf(kind, target.typeId, posting));
  const random = seededRandom(seed);
  const now = () => new Date(clock.now());
  const poster = createPoster({
    transaction: rows.transaction,
    now,
    openTarget: async () => target.opened,
    mayAsk: async () => true,
    reconcileFirst: false,
  });
  const attempt = async (due: DuePost) => {
    if (double.faults.length === 0 && random.next() < faults) double.faults.push(random.pick(doubleFaults));
    return poster(due);
  };
  const log = pino({ level: 'silent' });
  const queue = createPostingQueue({
    readDue: async (at, limit) => rows.due(at.getTime(), limit),
    log,
    now,
    attempt,
    pollMs: 1_000,
  });
  try {
    for (;;) {
      const attempted = await queue.runOnce();
      const next = rows.nextAt();
      if (attempted === 0 && next === undefined) break;
      if (attempted === 0) clock.step(Math.max(1_000, (next ?? 0) - clock.now()));
    }
  } finally {
    await closeNow(double.server);
  }
  return endOf(rows.all(), double);
}

function openTarget(kind: AdapterName, url: string, clock: ReturnType<typeof steppedClock>) {
  const typeId = targetKinds.find(({ adapter }) => adapter === kind)?.id ?? 0;
  const connector = connectorOf(typeId);
  if (!connector) throw new Error(`${kind} has no connector`);
  const { secrets } = doubles[kind];
  const read = connector.settings.parse(doubles[kind].settings(url));
  const { send, isPaused } = pacedSend(guardedSend([url]), memoryBook(connectionOf(kind).can, clock), clock);
  const connection = connector.open(read, { password: '', clientSecret: '', ...secrets }, send, clock);
  return { typeId, opened: { ...connection, isPaused, resendWhenAbsent: false, lookupSeconds } };
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
function loaderOf(kind: AdapterName, typeId: number, posting: PostingMode): (due: DuePost) => Loaded {
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

function endOf(rows: readonly DuePost[], double: TargetDouble): TrialEnd {
  const held = double.held();
  const ids = new Set(held.map(({ id }) => id));
  const count = (state: DuePost['state']) => rows.filter((row) => row.state === state).length;
  return {
    wanted: rows.length,
    done: count('done'),
    refused: count('failed'),
    human: count('human'),
    checked: count('dryRun'),
    held: held.length,
    duplicates: held.length - new Set(held.map(identity)).size,
    lost: rows.filter(({ state, externalId }) => state === 'done' && !ids.has(externalId ?? '')).length,
    calls: double.calledAt.length,
    mostCallsAMinute: mostWithinAMinute(double.calledAt),
  };
}
