import { no, ok, type Result } from '#contract/kit/result.ts';
import { otherIdsAlarm, silenceAlarm } from '#domain/jobs/silence.ts';
import type { Collection, ReadJob } from '#server/parsing/collect-records.ts';
import type { Lease } from '#server/runs/lease.ts';
import type { Collector } from '../collectors/collector.ts';
import { keepFile } from '../kept-files/kept-files.ts';
import { asking, eitherOf, keptOf, placeOf } from '../runs/asking.ts';
import type { CollectPorts } from '../runs/collect-ports.ts';
import { type ReadyTask, readingOf } from '../runs/task-state.ts';
import { openJobs } from '../staging/stage-jobs.ts';

/** What a vendor says about jobs, by its own ids. */
export type VendorAnswer = {
  /** Read jobs with the kept file that they come from. */
  readonly files: readonly { readonly fileId: number; readonly jobs: readonly ReadJob[] }[];
  /** Jobs that the vendor no longer lists. */
  readonly gone: ReadonlySet<string>;
  /** Why the vendor said nothing about a job. */
  readonly failed: ReadonlyMap<string, string>;
};

type Ask = {
  readonly ports: CollectPorts;
  readonly task: ReadyTask;
  readonly customerId: number;
  readonly lease: Pick<Lease, 'signal' | 'stopped'>;
};

/** A vendor that gives single jobs is asked for up to so many one by one; above that, for its whole list. */
const mostSingly = 50;

/** Collectors whose jobs come without being asked for. */
const comesByItself: ReadonlySet<string> = new Set(['mail', 'webhook']);

/** Why the vendor of a task cannot be asked about jobs; null if it can. */
export const cannotAsk = ({ kind }: Pick<Collector, 'kind'>): string | null =>
  comesByItself.has(kind) ? 'The vendor sends its jobs by itself and cannot be asked: wait for its next message.' : null;

/** Asks the vendor of a task about jobs: about each by itself where it allows that, else for its list once. */
export const askVendor = (ask: Ask, providerJobIds: readonly string[]): Promise<VendorAnswer> =>
  ask.task.collector.pullOne && providerJobIds.length <= mostSingly
    ? oneByOne(ask, providerJobIds)
    : wholeList(ask, providerJobIds);

async function oneByOne(ask: Ask, ids: readonly string[]): Promise<VendorAnswer> {
  const { ports, task, customerId, lease } = ask;
  const asked = asking(ports, task, { customerId, lease, marks: {} });
  const files: VendorAnswer['files'][number][] = [];
  const gone = new Set<string>();
  const failed = new Map<string, string>();
  for (const [i, id] of ids.entries()) {
    lease.stopped.throwIfAborted();
    const pulled = await task.collector.pullOne?.(asked.task, id, asked.tools);
    if (!pulled?.ok) {
      // A vendor that is down is not asked again for every job.
      for (const rest of ids.slice(i)) failed.set(rest, pulled?.error.words ?? noAnswer);
      break;
    }
    if (pulled.value.kind === 'gone') gone.add(id);
    else if (pulled.value.kind === 'unchanged') continue;
    else {
      const read = await readFile(ask, pulled.value.bytes, false);
      const job = read.ok ? read.value.jobs.find(({ providerJobId }) => providerJobId === id) : undefined;
      if (read.ok && job) files.push({ fileId: read.value.fileId, jobs: [job] });
      else failed.set(id, read.ok ? (refusedWords(read.value, id) ?? otherJob) : read.error);
    }
  }
  return { files, gone, failed };
}

const noAnswer = 'The vendor gave no answer.';
const otherJob = 'The vendor answered with another job.';
const notListed = 'The vendor’s list does not name this job, and it does not say that it lists every open job.';

async function wholeList(ask: Ask, ids: readonly string[]): Promise<VendorAnswer> {
  const { ports, task, customerId, lease } = ask;
  const { task: asked, tools } = asking(ports, task, { customerId, lease, marks: {} });
  const pulled = await task.collector.pull(asked, tools);
  lease.stopped.throwIfAborted();
  if (!pulled.ok) return allFailed(ids, pulled.error.words);
  if (pulled.value.kind === 'unchanged') return { files: [], gone: new Set(), failed: new Map() };
  const { bytes, complete } = pulled.value;
  const read = await readFile(ask, bytes, complete);
  if (!read.ok) return allFailed(ids, read.error);
  const { jobs, fileId } = read.value;
  const wanted = new Set(ids);
  const found = jobs.filter(({ providerJobId }) => wanted.has(providerJobId));
  const isFound = new Set(found.map(({ providerJobId }) => providerJobId));
  const missing = ids.filter((id) => !isFound.has(id));
  const doubt = complete ? await doubtIn(ask, read.value) : notListed;
  const failed = new Map<string, string>();
  const gone = new Set<string>();
  for (const id of missing) {
    const why = refusedWords(read.value, id) ?? doubt;
    if (why === null) gone.add(id);
    else failed.set(id, why);
  }
  return { files: found.length > 0 ? [{ fileId, jobs: found }] : [], gone, failed };
}

const allFailed = (ids: readonly string[], words: string): VendorAnswer => ({
  files: [],
  gone: new Set(),
  failed: new Map(ids.map((id) => [id, words])),
});

/** Why a list is not trusted to leave out only jobs that are gone. The same alarms as those of a collection. */
async function doubtIn({ ports, task, customerId }: Ask, { jobs, refused, truncated }: Read): Promise<string | null> {
  const open = await openJobs(ports.db, placeOf(customerId, task));
  const listed = new Set([
    ...jobs.map(({ providerJobId }) => providerJobId),
    ...refused.flatMap((row) => row.providerJobId ?? []),
  ]);
  const still = open.filter(({ providerJobId }) => listed.has(providerJobId)).length;
  const alarm = otherIdsAlarm(open.length, still, jobs.length) ?? silenceAlarm(open.length, jobs.length + refused.length);
  if (alarm !== null) return alarm;
  if (truncated !== undefined) return truncated;
  return refused.some((row) => row.providerJobId === undefined)
    ? 'The vendor’s list has rows that do not say which job they are about, so it is not known whether this job is among them.'
    : null;
}

type Read = Pick<Collection, 'jobs' | 'refused'> & { readonly truncated?: string | undefined; readonly fileId: number };

/** Keeps a file and reads it. The error is a sentence. */
async function readFile(
  { ports, task, customerId, lease }: Ask,
  bytes: Uint8Array,
  complete: boolean,
): Promise<Result<Read, string>> {
  const fileId = await keepFile(ports.db, ports.secrets, { ...keptOf(placeOf(customerId, task), ports), bytes, complete });
  const options = await readingOf(ports.db, task, customerId, ports.now());
  const read = await ports.read(bytes, options, { customerId, background: true }, { signal: eitherOf(lease) });
  if (read.ok) return ok({ ...read.value, fileId });
  const isEmpty = read.error.kind === 'no_records' || read.error.kind === 'empty';
  return isEmpty ? ok({ jobs: [], refused: [], fileId }) : no(read.error.words);
}

/** What is wrong with the vendor's row of a job; null if it has none. */
function refusedWords({ refused }: Pick<Read, 'refused'>, providerJobId: string): string | null {
  const row = refused.find((one) => one.providerJobId === providerJobId);
  if (!row) return null;
  const fields = row.problems.map(({ field }) => field).join(', ');
  return `The vendor’s row of this job was rejected${fields === '' ? '' : ` because of ${fields}`}: see the task’s runs.`;
}
