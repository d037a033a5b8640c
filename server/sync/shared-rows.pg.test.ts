import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { Mutation, MutationOutcome } from '#contract/sync/sync.ts';
import type { Actor } from '#server/kit/http/handle.ts';
import { laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';

const lanes = 8;
const jobs = 3;
const fields = ['billRate', 'otRate'] as const;
const seconds = Number(process.env['RACE_SECONDS'] ?? 5);
/** Extra time for a busy machine, so that enough happens for the checks to prove something. */
const graceSeconds = 45;

type Field = (typeof fields)[number];
type Cell = `${number}/${Field}`;
type Rates = Readonly<Pick<JobRow, Field>>;
type Value = Rates[Field];
/** A change as its lane sent it. Each value is used once, so that a value identifies its writer. */
type Write = { readonly cell: Cell; readonly pre: Value; readonly value: Value };
type Done = Write & { readonly rev: number; readonly seq: number };
/** A page that a lane read: the jobs that changed after `since`, with their values at `upto`. */
type Read = { readonly since: number; readonly upto: number; readonly jobs: ReadonlyMap<number, Rates> };

let world: SyncWorld;
beforeAll(async () => {
  world = await startSyncWorld(jobs);
});
afterAll(() => world.close());

const done: Done[] = [];
const reads: Read[] = [];
const conflicts: { readonly cell: Cell; readonly seen: unknown; readonly now: unknown }[] = [];
let values = 1000;

/**
 * A user's device that edits the same few fields as all others, starting from its last read. Some pushes are sent twice at once.
 */
class Lane {
  readonly #id: string;
  readonly #who: Actor;
  /** The last known value of each field, and the revision it was read at. */
  readonly #known = new Map<Cell, { readonly rev: number; readonly value: Value }>();
  #seq = 0;
  #since = 0;

  constructor(name: string, who: Actor) {
    this.#id = laneId(name);
    this.#who = who;
  }

  #learn(cell: Cell, rev: number, value: Value): void {
    if (rev >= (this.#known.get(cell)?.rev ?? 0)) this.#known.set(cell, { rev, value });
  }

  /** Whether it has read every field once. It would take an unread field for empty and overwrite its first value. */
  get knowsAll(): boolean {
    return this.#known.size === jobs * fields.length;
  }

  async read(): Promise<void> {
    const since = this.#since;
    const page = await world.pull(this.#id, since, { limit: 2 + Math.floor(Math.random() * 50), who: this.#who });
    if (page.kind !== 'page') throw new Error(`the pull answered ${page.kind}`);
    const read = new Map<number, Rates>();
    for (const { collection, id, rev, row } of page.changes) {
      if (collection !== 'job') continue;
      const rates = row as Rates;
      read.set(id, rates);
      for (const field of fields) this.#learn(`${id}/${field}`, rev, rates[field]);
    }
    reads.push({ since, upto: page.upto, jobs: read });
    this.#since = page.upto;
  }

  async write(): Promise<void> {
    const batch: { readonly write: Write; readonly sent: Mutation }[] = [];
    const mine = new Map<Cell, Value>();
    for (let n = 1 + Math.floor(Math.random() * 4); n > 0; n--) {
      const id = 1 + Math.floor(Math.random() * jobs);
      const field = fields[Math.floor(Math.random() * fields.length)] ?? 'billRate';
      const cell: Cell = `${id}/${field}`;
      const pre = mine.get(cell) ?? this.#known.get(cell)?.value ?? null;
      const value = values++;
      mine.set(cell, value);
      this.#seq += 1;
      const args = { id, field, value };
      batch.push({
        write: { cell, pre, value },
        sent: mutation(this.#seq, 'job.edit.v1', args, { pre: { [`job/${id}`]: { [field]: pre } } }),
      });
    }
    const outcomes = await this.#push(batch.map(({ sent }) => sent));
    for (const [i, outcome] of outcomes.entries()) this.#take(batch[i]?.write, outcome);
  }

  /** Sends until every change is answered. The same batch may be in transit twice. */
  async #push(sent: readonly Mutation[]): Promise<MutationOutcome[]> {
    const outcomes: MutationOutcome[] = [];
    while (outcomes.length < sent.length) {
      const rest = sent.slice(outcomes.length);
      const push = () => world.push(this.#id, rest, this.#who);
      const [reply] = await Promise.all([push(), ...(Math.random() < 0.1 ? [push()] : [])]);
      if (!('outcomes' in reply)) throw new Error(`the push answered ${reply.kind}`);
      outcomes.push(...reply.outcomes);
    }
    return outcomes;
  }

  #take(write: Write | undefined, outcome: MutationOutcome): void {
    if (!write || outcome.outcome === 'applied_result_gone') throw new Error(`no result of change ${outcome.seq}`);
    if (outcome.outcome === 'applied') {
      done.push({ ...write, rev: outcome.rev, seq: outcome.seq });
      this.#learn(write.cell, outcome.rev, write.value);
      return;
    }
    if (outcome.code !== 'conflict') throw new Error(`change ${outcome.seq} was refused: ${outcome.code}`);
    for (const { id, field, seen, now } of outcome.conflicts) conflicts.push({ cell: `${id}/${field as Field}`, seen, now });
  }
}

/**
 * Checks that every change was based on the current value when it was made. Returns the values of each field with their
 * revisions.
 */
async function checkChanges(first: ReadonlyMap<Cell, Value>) {
  done.sort((a, b) => a.rev - b.rev || a.seq - b.seq);
  const written = new Map([...first].map(([cell, value]) => [cell, [{ rev: 0, value }]]));
  for (const { cell, pre, value, rev } of done) {
    expect({ rev, cell, pre }).toEqual({ rev, cell, pre: written.get(cell)?.at(-1)?.value });
    written.get(cell)?.push({ rev, value });
  }
  for (const [cell, steps] of written) {
    const [id, field] = cell.split('/') as [string, Field];
    expect((await world.job(Number(id)))[field]).toBe(steps.at(-1)?.value);
  }
  return written;
}
type Written = Awaited<ReturnType<typeof checkChanges>>;

/** Checks that every page shows its jobs at one revision and has every changed job. */
function checkPages(written: Written): void {
  const at = (cell: Cell, rev: number) => written.get(cell)?.findLast((step) => step.rev <= rev);
  for (const { since, upto, jobs: read } of reads)
    for (let id = 1; id <= jobs; id++) {
      const cells = fields.map((field): Cell => `${id}/${field}`);
      const [bill, ot] = cells.map((cell) => at(cell, upto));
      const job = read.get(id);
      if (job) {
        expect({ id, upto, ...job }).toMatchObject({ id, upto, billRate: bill?.value, otRate: ot?.value });
      } else if ([bill, ot].some((step) => step && step.rev > since)) {
        // The job changed again after this page, so a later page has it.
        const last = Math.max(...cells.map((cell) => written.get(cell)?.at(-1)?.rev ?? 0));
        expect(last, `job ${id} is missing between ${since} and ${upto}`).toBeGreaterThan(upto);
      }
    }
}

/** Checks that every refused change was based on an outdated value. */
function checkConflicts(written: Written): void {
  for (const { cell, seen, now } of conflicts) {
    expect(now).not.toBe(seen);
    expect(written.get(cell)?.some(({ value }) => value === now)).toBe(true);
  }
}

test(
  `[K12] ${lanes} lanes edit the same ${jobs} jobs at once: every change is based on the current value, every page is one snapshot`,
  async () => {
    const first = new Map<Cell, Value>();
    for (let id = 1; id <= jobs; id++) {
      const job = await world.job(id);
      for (const field of fields) first.set(`${id}/${field}`, job[field]);
    }
    const until = performance.now() + seconds * 1000;
    const enough = () => done.length > 10 * lanes && conflicts.length > lanes && reads.length > 10 * lanes;
    const goesOn = () => performance.now() < until || (!enough() && performance.now() < until + graceSeconds * 1000);
    const work = async (lane: Lane) => {
      while (!lane.knowsAll) await lane.read();
      while (goesOn()) await (Math.random() < 0.4 ? lane.read() : lane.write());
    };
    await Promise.all(Array.from({ length: lanes }, (_, n) => work(new Lane(`racer${n}`, n % 2 ? world.ann : world.ben))));
    console.info(`${done.length} changes, ${conflicts.length} conflicts, ${reads.length} pages`);

    const written = await checkChanges(first);
    checkPages(written);
    checkConflicts(written);
    // With fewer events the checks above prove nothing.
    expect(enough(), `${done.length} changes, ${conflicts.length} conflicts, ${reads.length} pages`).toBe(true);
  },
  seconds * 2000 + 60_000,
);
