import type { JobRow } from '#contract/rows/jobs.ts';
import { fold } from '../columns/matching.ts';
import { arrivalsIn, type Condition, columnsIn } from '../query/condition.ts';
import { type OrderFacts, orderFacts } from '../same-order/order-facts.ts';
import { findSameOrders } from '../same-order/same-orders.ts';
import { postMarks, sameOrderStateKey } from '../staging/job-conditions.ts';
import { type SameOrderMark, sameOrderMarks } from '../staging/same-order-marks.ts';
import { jobLine, type LineColumn, type WorkTypeWords } from './job-line.ts';
import { columnType, isSortable, type JobCell, type JobGround, type JobReader, jobReaders } from './job-reader.ts';
import { type RowGround, rowTest } from './row-test.ts';

/** Which jobs a list has, in which order and columns. Blanks come last in both directions, ties keep the order of the ids. */
export type JobQuestion = {
  readonly where: Condition;
  readonly sort: readonly { readonly key: string; readonly descending: boolean }[];
  readonly columns: readonly LineColumn[];
  readonly nowMs: number;
  /** What work types are called; the usual words if left out. */
  readonly workTypeWords?: WorkTypeWords;
};

/** The rows that a list is answered from beside the jobs. */
export type ListGround = JobGround & { readonly targetIds: readonly number[] };

/** What an answer needs of its surroundings. */
export type ListTools = Pick<RowGround, 'startOfDay' | 'zipsNear'>;

type SortCell = string | number | null;
type Found = { readonly line: Readonly<Record<string, JobCell>>; readonly keys: readonly SortCell[] };

/** The columns that depend on other jobs. */
const ofOthers: ReadonlySet<string> = new Set(['alsoFrom', sameOrderStateKey]);

/**
 * Answers a list of jobs as a device does, from jobs that come in portions ordered by id: only what is shown and sorted by is kept of
 * each. Where the answer depends on other jobs (`looksFirst`), every job is given to `look` before `add`.
 */
export class JobList {
  readonly looksFirst: boolean;
  readonly #question: JobQuestion;
  readonly #readerOf: (job: JobRow, mark?: SameOrderMark) => JobReader;
  readonly #firsts: Firsts;
  readonly #test: (row: JobReader) => boolean;
  readonly #twins: Twins | null;
  readonly #found: Found[] = [];

  constructor(question: JobQuestion, ground: ListGround, tools: ListTools) {
    const { where, sort, columns } = question;
    this.#question = { ...question, sort: sort.filter(({ key }) => isSortable(key)) };
    this.#readerOf = jobReaders(ground);
    this.#firsts = new Firsts(arrivalsIn(where));
    this.#test = rowTest(where, { ...tools, firstOf: (column, by, group) => this.#firsts.of(column, by, group) });
    const used = [...columnsIn(where), ...sort.map(({ key }) => key), ...columns.map(({ from }) => from)];
    const readsStates = columns.some(({ as }) => as === 'states');
    this.#twins = readsStates || used.some((key) => ofOthers.has(key)) ? new Twins(ground) : null;
    this.looksFirst = this.#twins !== null || this.#firsts.areAsked;
  }

  /** Looks at jobs whose values others depend on. */
  look(jobs: readonly JobRow[]): void {
    for (const job of jobs) {
      this.#firsts.look(this.#readerOf(job));
      this.#twins?.look(job);
    }
  }

  /** Takes the jobs that the list has. Returns how many it has so far. */
  add(jobs: readonly JobRow[]): number {
    const { sort, columns, nowMs, workTypeWords } = this.#question;
    for (const job of jobs) {
      const row = this.#readerOf(job, this.#twins?.of(job.id));
      if (!this.#test(row)) continue;
      this.#found.push({ line: jobLine(row, columns, nowMs, workTypeWords), keys: sort.map(({ key }) => sortCell(row, key)) });
    }
    return this.#found.length;
  }

  /** The jobs of the list in its order. */
  lines(): Readonly<Record<string, JobCell>>[] {
    const { sort } = this.#question;
    return this.#found.sort((a, b) => compare(a.keys, b.keys, sort)).map(({ line }) => line);
  }
}

function sortCell(row: JobReader, key: string): SortCell {
  if (columnType(key) === 'text') {
    const text = row.text(key);
    return text === null ? null : fold(text);
  }
  const value = row.number(key);
  return Number.isNaN(value) ? null : value;
}

function compare(a: readonly SortCell[], b: readonly SortCell[], sort: JobQuestion['sort']): number {
  for (const [i, { descending }] of sort.entries()) {
    const [left = null, right = null] = [a[i], b[i]];
    if (left === right) continue;
    if (left === null || right === null) return left === null ? 1 : -1;
    return left < right === descending ? 1 : -1;
  }
  return 0;
}

/** The first rows of groups, by what conditions ask for. */
class Firsts {
  readonly #asked: ReadonlyMap<string, { readonly column: string; readonly by: string; readonly first: Map<number, number> }>;

  constructor(asked: readonly { readonly column: string; readonly by: string }[]) {
    this.#asked = new Map(asked.map(({ column, by }) => [`${column}/${by}`, { column, by, first: new Map() }]));
  }

  get areAsked(): boolean {
    return this.#asked.size > 0;
  }

  look(row: JobReader): void {
    for (const { column, by, first } of this.#asked.values()) {
      const [group, value] = [row.number(by), row.number(column)];
      if (value < (first.get(group) ?? Number.POSITIVE_INFINITY)) first.set(group, value);
    }
  }

  of(column: string, by: string, group: number): number | undefined {
    return this.#asked.get(`${column}/${by}`)?.first.get(group);
  }
}

/** The orders that came from two sources. */
class Twins {
  readonly #ground: ListGround;
  readonly #values: ReadonlyMap<number, ListGround['values'][number]>;
  readonly #facts = new Map<number, OrderFacts>();
  readonly #posts = new Map<number, string>();
  #marks: ReadonlyMap<number, SameOrderMark> | null = null;

  constructor(ground: ListGround) {
    this.#ground = ground;
    this.#values = new Map(ground.values.map((value) => [value.id, value]));
  }

  look(job: JobRow): void {
    const facts = orderFacts(job, this.#values);
    if (!facts.isLive) return;
    this.#facts.set(job.id, facts);
    const marks = postMarks(job.posts);
    if (marks !== null) this.#posts.set(job.id, marks);
  }

  of(id: number): SameOrderMark | undefined {
    this.#marks ??= sameOrderMarks(
      this.#facts,
      findSameOrders([...this.#facts.values()]),
      (jobId) => this.#posts.get(jobId),
      this.#ground.targetIds,
    );
    return this.#marks.get(id);
  }
}
