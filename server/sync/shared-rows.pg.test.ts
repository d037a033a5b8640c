import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { Mutation, MutationOutcome } from '#contract/sync/sync.ts';
import type { Actor } from '#server/kit/http/handle.ts';
import { laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/sync-world.ts';

const lanes = 8;
const jobs = 3;
const fields = ['billRate', 'otRate'] as const;
const seconds = Number(process.env['RACE_SECONDS'] ?? 5);
/** A busy machine gets this much longer to do enough for the checks to prove something. */
const graceSeconds = 45;

type Field = (typeof fields)[number];
type Cell = `${number}/${Field}`;
type Rates = Readonly<Pick<JobRow, Field>>;
type Value = Rates[Field];
/** A change as its lane sent it: every value is given once, so that a value says who wrote it. */
type Write = { readonly cell: Cell; readonly pre: Value; readonly value: Value };
type Done = Write & { readonly rev: number; readonly seq: number };
/** A page that a lane read: the jobs that changed after `since`, as they stood at `upto`. */
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

/** A person's device that edits the same few fields as all others, from what it read last; some of its pushes leave twice at once. */
class Lane {
  readonly #id: string;
  readonly #who: Actor;
  /** What it knows of each field, and since which revision. */
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

  /** Whether it has read every field once. What it has not seen it would take for empty, and overwrite what no person wrote yet. */
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

  /** Sends until everything was consumed; the same batch may be under way twice. */
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

/** Every change built on what stood there when it was made; answers what stood in each field since which revision. */
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

/** Every page shows its jobs as they stood at one revision, and leaves none out that changed. */
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
        // It changed again behind the page, and comes with that.
        const last = Math.max(...cells.map((cell) => written.get(cell)?.at(-1)?.rev ?? 0));
        expect(last, `job ${id} is missing between ${since} and ${upto}`).toBeGreaterThan(upto);
      }
    }
}

/** Who was refused had seen something else than what stood there. */
function checkConflicts(written: Written): void {
  for (const { cell, seen, now } of conflicts) {
    expect(now).not.toBe(seen);
    expect(written.get(cell)?.some(({ value }) => value === now)).toBe(true);
  }
}

test(
  `[K12] ${lanes} lanes edit the same ${jobs} jobs at once: every change built on what stood there, every page is one moment`,
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
    // Otherwise nothing was proved.
    expect(enough(), `${done.length} changes, ${conflicts.length} conflicts, ${reads.length} pages`).toBe(true);
  },
  seconds * 2000 + 60_000,
);
