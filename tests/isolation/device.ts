import type { Mutation, MutationOutcome } from '#contract/sync/sync.ts';
import { isTransient } from '#server/kit/db/sessions/transient.ts';
import type { Actor } from '#server/kit/http/handle.ts';
import { laneId, mutation } from '#tests/support/worlds/sync-world.ts';
import type { ListRead, Page, SentChange } from './evidence.ts';
import { type Cell, cellOf, type Read, type Value } from './model.ts';
import { type Calls, editedFields, valuesOf } from './service.ts';

/** What all devices of a run share: the calls, the number of the next event, and what they recorded. */
export type Recorder = {
  readonly calls: Calls;
  readonly event: () => number;
  readonly nextValue: () => number;
  readonly sent: SentChange[];
  readonly pages: Page[];
  readonly lists: ListRead[];
  /** Answers that no rule of the protocol allows here. */
  readonly surprises: string[];
  /** Requests that their device did not wait for. */
  readonly adrift: Promise<unknown>[];
};

type Unsent = { readonly change: SentChange; readonly sent: Mutation };
const mostTries = 500;
const odds = { lostAnswer: 0.08, sentTwice: 0.2, deviceLost: 0.01 } as const;

/**
 * A person's device: edits what it knows, sends, and reads, one request at a time. Answers get lost, batches are sent twice, and
 * sometimes the device itself is lost and another one takes over with a new lane.
 */
export class Device {
  readonly #name: string;
  readonly #who: Actor;
  readonly #jobs: number;
  readonly #random: () => number;
  readonly #run: Recorder;
  #lanes = 0;
  #lane = '';
  #seq = 0;
  #answered = 0;
  #since = 0;
  #known = new Map<Cell, Value>();
  #unsent: Unsent[] = [];
  #isCareful = false;

  constructor(name: string, who: Actor, jobs: number, random: () => number, run: Recorder) {
    this.#name = name;
    this.#who = who;
    this.#jobs = jobs;
    this.#random = random;
    this.#run = run;
    this.#takeOver();
  }

  /** One step: mostly a few edits, or a read. A database that is away for a moment ends a read; a push goes on. */
  async step(): Promise<void> {
    const draw = this.#random();
    try {
      if (this.#known.size === 0 || draw < 0.35) await this.#pull();
      else if (draw < 0.45) await this.#list();
      else await this.#edit();
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
  }

  /** Sends what is left and reads to the head, without faults. The pool may still hold connections that were ended. */
  async finish(): Promise<void> {
    this.#isCareful = true;
    for (let tries = 1; ; tries++) {
      try {
        await this.#send();
        for (let more = true; more; ) more = await this.#pull();
        return;
      } catch (error) {
        if (!isTransient(error) || tries === mostTries) throw error;
      }
    }
  }

  #takeOver(): void {
    this.#lane = laneId(`${this.#name}${String.fromCharCode(97 + (this.#lanes % 26))}${Math.floor(this.#lanes++ / 26)}x`);
    this.#seq = 0;
    this.#answered = 0;
    this.#since = 0;
    this.#known = new Map();
    this.#unsent = [];
  }

  #happens(chance: number): boolean {
    return !this.#isCareful && this.#random() < chance;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  async #pull(): Promise<boolean> {
    const lane = this.#lane;
    const since = this.#since;
    const customer = this.#who.customerId;
    const began = this.#run.event();
    const limit = this.#isCareful || this.#random() < 0.5 ? 2000 : 1 + this.#below(4);
    const page = await this.#run.calls.pull(this.#who, lane, { since, seen: this.#answered, limit });
    const ended = this.#run.event();
    if (page.kind !== 'page') {
      this.#run.surprises.push(`a pull of ${lane} from ${since} answered ${page.kind}`);
      this.#takeOver();
      return false;
    }
    const { upto, head, lastSeq, more } = page;
    const jobs = page.changes.flatMap(({ collection, id, rev, row }) =>
      collection === 'job' ? [{ id, rev, values: valuesOf(customer, id, row) }] : [],
    );
    this.#run.pages.push({ customer, lane, began, ended, since, upto, head, lastSeq, jobs });
    this.#learn(jobs.flatMap(({ values }) => values));
    this.#since = upto;
    return more;
  }

  async #list(): Promise<void> {
    const began = this.#run.event();
    const found = await this.#run.calls.list(this.#who);
    const values = [...found].map(([cell, value]) => ({ cell, value }));
    this.#run.lists.push({ customer: this.#who.customerId, lane: this.#lane, began, ended: this.#run.event(), values });
    this.#learn(values);
  }

  #learn(values: readonly Read[]): void {
    for (const { cell, value } of values) this.#known.set(cell, value);
  }

  async #edit(): Promise<void> {
    let place = this.#anyPlace();
    for (let n = 1 + this.#below(4); n > 0; n--) {
      if (this.#random() < 0.7) place = this.#anyPlace();
      this.#change(place.job, place.field);
    }
    await this.#send();
  }

  #anyPlace() {
    return { job: 1 + this.#below(this.#jobs), field: editedFields[this.#below(editedFields.length)] ?? 'billRate' };
  }

  /** Puts an edit into the outbox. It starts from what the device shows. */
  #change(job: number, field: (typeof editedFields)[number]): void {
    const customer = this.#who.customerId;
    const cell = cellOf(customer, job, field);
    const seen = this.#known.get(cell) ?? null;
    const value = this.#run.nextValue();
    const seq = ++this.#seq;
    const change = { customer, lane: this.#lane, seq, cell, seen, value, began: this.#run.event(), ended: null, answer: null };
    const pre = { [`job/${job}`]: { [field]: seen } };
    this.#known.set(cell, value);
    this.#unsent.push({ change, sent: mutation(seq, 'job.edit.v1', { id: job, field, value }, { pre }) });
    this.#run.sent.push(change);
  }

  /** Sends until every change is answered. */
  async #send(): Promise<void> {
    for (let tries = 1; this.#unsent.length > 0; tries++) {
      if (tries > mostTries) {
        this.#run.surprises.push(`${this.#lane} got no answer to its changes in ${mostTries} tries`);
        return this.#takeOver();
      }
      const batch = this.#unsent.map(({ sent }) => sent);
      const push = () => this.#run.calls.push(this.#who, this.#lane, batch);
      if (this.#happens(odds.deviceLost)) {
        this.#run.adrift.push(push().catch(() => null));
        return this.#takeOver();
      }
      const twice = this.#happens(odds.sentTwice) ? push().catch(() => null) : null;
      const reply = await push().catch((error: unknown) => (isTransient(error) ? null : Promise.reject(error)));
      await twice;
      if (reply === null || this.#happens(odds.lostAnswer)) continue;
      if (!('outcomes' in reply)) {
        this.#run.surprises.push(`a push of ${this.#lane} from ${batch[0]?.seq} answered ${reply.kind}`);
        return this.#takeOver();
      }
      for (const outcome of reply.outcomes) this.#take(outcome);
    }
  }

  #take(outcome: MutationOutcome): void {
    const at = this.#unsent.findIndex(({ change }) => change.seq === outcome.seq);
    const [unsent] = at === 0 ? this.#unsent.splice(0, 1) : [];
    if (!unsent || outcome.outcome === 'applied_result_gone') {
      this.#run.surprises.push(`the answer of ${this.#lane} names ${outcome.seq} as ${outcome.outcome}`);
      return;
    }
    const { change } = unsent;
    change.ended = this.#run.event();
    this.#answered = outcome.seq;
    if (outcome.outcome === 'applied') {
      change.answer = { outcome: 'applied', rev: outcome.rev };
      return;
    }
    change.answer = { outcome: 'rejected', code: outcome.code };
    if (outcome.code !== 'conflict')
      this.#run.surprises.push(`change ${outcome.seq} of ${this.#lane} was refused: ${outcome.code} ${outcome.message}`);
    for (const { now } of outcome.conflicts) this.#known.set(change.cell, now as Value);
  }
}
