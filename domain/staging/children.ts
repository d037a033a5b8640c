import type { JobRow } from '#contract/rows/jobs.ts';
import type { ValueProblem } from '../parsing/value-problem.ts';

/** What a job says of its parent order, in the vendor's ids of one source. */
export type ParentLink = Pick<JobRow, 'providerJobId' | 'parentJobId'>;

/** A place in the tree of a source's orders. */
type Place = ParentLink & Pick<JobRow, 'id' | 'sourceId'>;

/** How many orders may be above a job. */
export const mostOrdersAbove = 3;

/** A parent order that a job states and cannot have. */
export type ParentRefusal = {
  readonly providerJobId: string;
  readonly parentJobId: string;
  readonly why: 'self' | 'cycle' | 'deep';
};

/** Whether a job is a shift or position of this order. */
const isChildOf = (job: Place, order: Place): boolean =>
  job.sourceId === order.sourceId && job.parentJobId === order.providerJobId && job.id !== order.id;

/** The shifts and positions of an order among these jobs. */
export const childrenOf = <J extends Place>(jobs: readonly J[], order: Place): J[] => jobs.filter((job) => isChildOf(job, order));

/** The order that a job is a part of, among these jobs; undefined if it has none or that is not among them. */
export const parentOf = <J extends Place>(jobs: readonly J[], job: Place): J | undefined =>
  jobs.find((order) => isChildOf(job, order));

/**
 * The stated parent orders that cannot be: a job's own id, one that leads back to the job, and one with so many orders above it that
 * the job would have more than `mostOrdersAbove`. Without them, no job has such a parent. `known` are the other jobs of the source;
 * their parents stay. The order of the jobs does not matter, and the time grows with their number only.
 */
export function refusedParents(stated: readonly ParentLink[], known: readonly ParentLink[]): ParentRefusal[] {
  const own = new Set(stated.map(({ providerJobId }) => providerJobId));
  const parents = new Map<string, string>();
  for (const { providerJobId, parentJobId } of [...known.filter((job) => !own.has(job.providerJobId)), ...stated])
    if (parentJobId) parents.set(providerJobId, parentJobId);
  const bad = new Map<string, ParentRefusal['why']>();
  for (const id of inCircles(parents)) bad.set(id, parents.get(id) === id ? 'self' : 'cycle');
  const sound = new Map([...parents].filter(([id]) => !bad.has(id)));
  for (const id of tooDeep(sound, own)) bad.set(id, 'deep');
  return stated.flatMap(({ providerJobId, parentJobId }) => {
    const why = bad.get(providerJobId);
    return why && parentJobId ? [{ providerJobId, parentJobId, why }] : [];
  });
}

/** The jobs whose parents lead back to themselves. */
function inCircles(parents: ReadonlyMap<string, string>): Set<string> {
  const found = new Set<string>();
  /** The job that each walk began with, by the jobs that it met. */
  const metBy = new Map<string, string>();
  for (const start of parents.keys()) {
    let at: string | undefined = start;
    for (; at !== undefined && !metBy.has(at); at = parents.get(at)) metBy.set(at, start);
    if (at === undefined || metBy.get(at) !== start) continue;
    for (let job: string | undefined = at; job !== undefined && !found.has(job); job = parents.get(job)) found.add(job);
  }
  return found;
}

/** The stated jobs that would be too deep, or would put known jobs below them too deep. A refused one is an order of its own. */
function tooDeep(parents: ReadonlyMap<string, string>, stated: ReadonlySet<string>): string[] {
  const order = fromTheTop(parents);
  /** How many levels of known jobs hang below a job. */
  const below = new Map<string, number>();
  for (const id of order.toReversed()) {
    const parent = parents.get(id);
    if (parent !== undefined && !stated.has(id)) below.set(parent, Math.max(below.get(parent) ?? 0, (below.get(id) ?? 0) + 1));
  }
  const above = new Map<string, number>();
  return order.filter((id) => {
    const parent = parents.get(id);
    const level = parent === undefined ? 0 : (above.get(parent) ?? 0) + 1;
    const isRefused = level > 0 && stated.has(id) && level + (below.get(id) ?? 0) > mostOrdersAbove;
    above.set(id, isRefused ? 0 : level);
    return isRefused;
  });
}

/** All jobs and orders, each after its parent. */
function fromTheTop(parents: ReadonlyMap<string, string>): string[] {
  const children = new Map<string, string[]>();
  for (const [id, parent] of parents) {
    const siblings = children.get(parent);
    if (siblings) siblings.push(id);
    else children.set(parent, [id]);
  }
  const order = [...children.keys()].filter((id) => !parents.has(id));
  // The list grows while it is read.
  for (const id of order) for (const child of children.get(id) ?? []) order.push(child);
  return order;
}

const reasons: Readonly<Record<ParentRefusal['why'], { readonly problem: string; readonly remedy: string }>> = {
  self: {
    problem: 'The job names itself as its parent order, so it was staged without one.',
    remedy:
      'If every job does, choose another column as its parent order, or none. Otherwise ask the vendor for the right order.',
  },
  cycle: {
    problem: 'The parent orders lead in a circle back to this job, so it was staged without one.',
    remedy: 'Ask the vendor which of these orders is the upper one.',
  },
  deep: {
    problem: `More than ${mostOrdersAbove} orders would be one above the other, so the job was staged without its parent order.`,
    remedy: 'Ask the vendor to name the order itself as the parent, not one of its parts.',
  },
};

/** What is wrong with a parent order, and what to do about it. */
export const parentProblem = ({ parentJobId, why }: ParentRefusal): ValueProblem => ({
  field: 'parentJobId',
  value: parentJobId,
  ...reasons[why],
});
