import { type Agreement, agreedFields, compareOrders, contradiction } from './compare-orders.ts';
import type { OrderFacts } from './order-facts.ts';

/** From here on a job is held back until a person has chosen. */
export const certainFrom = 90;
/** What is less certain is not shown. */
const possibleFrom = 30;

/** Another job that is the same order, with the certainty (0 to 100) and the reasons, each as a phrase. */
export type SameOrder = { readonly otherId: number; readonly certainty: number; readonly reasons: readonly string[] };

type Pair = { readonly a: OrderFacts; readonly b: OrderFacts; readonly agreement: Agreement };

/** So many jobs that agree in everything cannot be distinguished, so they are not compared. Keeps the time in proportion to the jobs. */
const mostAlike = 60;
/** Another job that agrees nearly as well is a rival. */
const rivalWithin = 4;

/**
 * The jobs of one customer that are the same order from two sources, by the job's id. Jobs are compared only within one facility, and there
 * only where they share an order number, or specialty, shift and start date. Where more than one job fits equally well, the certainty
 * falls, as none may be paired at random. The order of the jobs does not matter.
 */
export function findSameOrders(jobs: readonly OrderFacts[]): ReadonlyMap<number, readonly SameOrder[]> {
  const live = jobs.filter((job) => job.isLive && job.facility !== null);
  const found = [...groupsOf(live)].flatMap(pairsIn);
  return byJob(withRivals(onceEach([...found, ...decidedPairs(live)])));
}

/** The pairs that a person has called one order, however little they agree by now, as long as they do not contradict each other. */
function decidedPairs(jobs: readonly OrderFacts[]): Pair[] {
  const byId = new Map(jobs.map((job) => [job.id, job]));
  return jobs.flatMap((a) =>
    a.choices.flatMap(({ jobId, decision }): Pair[] => {
      const b = byId.get(jobId);
      if (!b || a.id > b.id || decision === 'different' || contradiction(a, b) !== null) return [];
      return [{ a, b, agreement: compareOrders(a, b) ?? nothingElse }];
    }),
  );
}

const nothingElse: Agreement = { score: 0, number: null };

/** The groups of jobs that are compared with each other. */
function* groupsOf(jobs: readonly OrderFacts[]): Iterable<readonly OrderFacts[]> {
  const groups = new Map<string, OrderFacts[]>();
  const add = (key: string, job: OrderFacts) => {
    const group = groups.get(key);
    if (group) group.push(job);
    else groups.set(key, [job]);
  };
  for (const job of jobs) {
    for (const number of job.numbers) add(`${job.facility}\n${number}`, job);
    const { specialty, shift, startDate } = job;
    if (specialty !== null && shift !== null && startDate !== null)
      add(`${job.facility}\n${specialty}\n${shift}\n${startDate}`, job);
  }
  for (const group of groups.values()) if (group.length > 1 && group.length <= mostAlike) yield group;
}

function pairsIn(group: readonly OrderFacts[]): Pair[] {
  const pairs: Pair[] = [];
  for (const [i, a] of group.entries())
    for (let j = i + 1; j < group.length; j++) {
      const b = group[j];
      if (!b || a.sourceId === b.sourceId || decisionOn(a, b) === 'different') continue;
      const agreement = compareOrders(a, b);
      if (agreement) pairs.push(a.id < b.id ? { a, b, agreement } : { a: b, b: a, agreement });
    }
  return pairs;
}

/** A pair may be found by its number and by its fields. */
const onceEach = (pairs: readonly Pair[]): Pair[] => [
  ...new Map(pairs.map((pair) => [`${pair.a.id} ${pair.b.id}`, pair])).values(),
];

/** What a person has decided about two jobs, from the first one's point of view; null if nothing. */
export const decisionOn = (a: OrderFacts, b: Pick<OrderFacts, 'id'>) =>
  a.choices.find(({ jobId }) => jobId === b.id)?.decision ?? null;

/** Job and other source, as one key: a job is the same order as at most one job of each other source. */
const sideOf = (job: OrderFacts, other: OrderFacts): string => `${job.id} ${other.sourceId}`;

type Rated = Pair & { readonly certainty: number; readonly rivals: number };

/** The pairs with their certainty. A pair that a person or an order number has settled takes its jobs out of all weaker pairs. */
function withRivals(pairs: readonly Pair[]): Rated[] {
  const settled: Rated[] = [];
  const taken = new Set<string>();
  const take = (found: readonly Rated[]) => {
    for (const pair of found) {
      settled.push(pair);
      if (pair.certainty < certainFrom) continue;
      taken.add(sideOf(pair.a, pair.b));
      taken.add(sideOf(pair.b, pair.a));
    }
  };
  const isFree = ({ a, b }: Pair) => !taken.has(sideOf(a, b)) && !taken.has(sideOf(b, a));
  const [decided, open] = split(pairs, ({ a, b }) => decisionOn(a, b) !== null);
  take(decided.map((pair) => ({ ...pair, certainty: 100, rivals: 0 })));
  const [numbered, others] = split(open.filter(isFree), ({ agreement }) => agreement.number !== null);
  take(rated(numbered));
  take(rated(others.filter(isFree)));
  return settled;
}

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

function rated(pairs: readonly Pair[]): Rated[] {
  const scores = new Map<string, number[]>();
  for (const { a, b, agreement } of pairs)
    for (const side of [sideOf(a, b), sideOf(b, a)]) {
      const known = scores.get(side);
      if (known) known.push(agreement.score);
      else scores.set(side, [agreement.score]);
    }
  const rivalsOn = (side: string, score: number) =>
    (scores.get(side) ?? []).filter((other) => other >= score - rivalWithin).length - 1;
  return pairs.map((pair) => {
    const { score } = pair.agreement;
    const rivals = Math.max(rivalsOn(sideOf(pair.a, pair.b), score), rivalsOn(sideOf(pair.b, pair.a), score));
    return { ...pair, rivals, certainty: Math.min(score, Math.round(100 / (rivals + 1))) };
  });
}

function byJob(pairs: readonly Rated[]): ReadonlyMap<number, readonly SameOrder[]> {
  const found = new Map<number, SameOrder[]>();
  for (const pair of pairs) {
    if (pair.certainty < possibleFrom) continue;
    const { certainty } = pair;
    const reasons = reasonsOf(pair);
    for (const [job, other] of [
      [pair.a, pair.b],
      [pair.b, pair.a],
    ] as const)
      found.set(job.id, [...(found.get(job.id) ?? []), { otherId: other.id, certainty, reasons }]);
  }
  for (const list of found.values()) list.sort((a, b) => b.certainty - a.certainty || a.otherId - b.otherId);
  return found;
}

function reasonsOf({ a, b, agreement, rivals }: Rated): string[] {
  const { number } = agreement;
  const { same, different } = agreedFields(a, b);
  return [
    ...(decisionOn(a, b) === null ? [] : ['a person said so']),
    ...(number === null ? [] : [`same order number ${number}`]),
    `same ${listed(same)}`,
    ...(different.length === 0 ? [] : [`different ${listed(different)}`]),
    ...(rivals === 0 ? [] : [`${rivals + 1} jobs fit equally well, so it is not certain which one it is`]),
  ];
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
