import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Mutation, PushReply } from '#contract/sync/sync.ts';
import { withFingerprint } from '#tests/support/fingerprint.ts';

const batchSize = 40;
/** One user may send 900 calls per minute, and two lanes share a user. */
const apartMs = 140;
const againMs = 40;
/** How long a busy service is asked again for the outcomes of changes that it has. */
const sendAgainMs = 60_000;
const firstChangeAt = Date.parse('2026-11-21T08:00:00.000Z');

/** What a lane needs to call the service: its address, and a token that may expire. */
export type Caller = { readonly base: string; token(): Promise<string>; forgetToken(): void };

/**
 * A device that sends without pause. Each change depends on the previous one. Like a real device, it repeats a batch until it
 * receives an answer.
 */
export class ReplayingLane {
  readonly clientId = randomBytes(16).toString('hex');
  readonly customerId: number;
  readonly jobId: number;
  /** The last number that was acknowledged to the device. */
  acknowledged = 0;
  /** Outcomes other than applied. There must be none. */
  readonly refused: string[] = [];
  readonly #caller: Caller;
  #stopping = false;
  #running: Promise<void> = Promise.resolve();

  constructor(caller: Caller, customerId: number, jobId: number) {
    this.#caller = caller;
    this.customerId = customerId;
    this.jobId = jobId;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  /** The value that change `seq` writes to the job's field. */
  static valueOf = (seq: number): number => 100 + (seq % 5000);

  /**
   * Sends acknowledged changes again. Returns outcomes that differ from the stored ones. A busy service answers the first changes of a
   * batch, and the rest is sent again.
   */
  async sendAgain(from: number, to: number): Promise<string[]> {
    const wrong: string[] = [];
    const deadline = Date.now() + sendAgainMs;
    for (let seq = from; seq <= to; ) {
      const reply = await this.#push(seq, Math.min(batchSize, to - seq + 1));
      const isUnfinished = reply.kind === 'busy' && Date.now() < deadline;
      if (reply.kind !== 'done' && !isUnfinished) return [...wrong, `sent again, the service answered ${reply.kind}`];
      for (const outcome of reply.outcomes)
        if (outcome.outcome !== 'applied' || !outcome.replayed) wrong.push(`change ${outcome.seq} ran again`);
      seq += isUnfinished ? reply.outcomes.length : batchSize;
      if (isUnfinished) await wait(againMs);
    }
    return wrong;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      try {
        this.#hear(await this.#push(this.acknowledged + 1, batchSize));
        await wait(apartMs);
      } catch {
        await wait(againMs);
      }
    }
  }

  #hear(reply: PushReply): void {
    if (reply.kind !== 'done' && reply.kind !== 'busy') {
      this.refused.push(reply.kind);
      return;
    }
    for (const outcome of reply.outcomes) if (outcome.outcome !== 'applied') this.refused.push(JSON.stringify(outcome));
    this.acknowledged = Math.max(this.acknowledged, reply.last);
  }

  async #push(from: number, count: number): Promise<PushReply> {
    const mutations = Array.from({ length: count }, (_, i) => this.#change(from + i));
    const response = await fetch(`${this.#caller.base}/api/sync/push`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await this.#caller.token()}` },
      body: JSON.stringify({ protocol: 1, clientId: this.clientId, customerId: this.customerId, mutations }),
    });
    if (response.status === 401) this.#caller.forgetToken();
    if (!response.ok) throw new Error(`push answered ${response.status}`);
    return (await response.json()) as PushReply;
  }

  #change(seq: number): Mutation {
    const value = ReplayingLane.valueOf;
    return withFingerprint({
      seq,
      name: 'job.edit.v1',
      args: { id: this.jobId, field: 'otRate', value: value(seq) },
      pre: seq === 1 ? {} : { [`job/${this.jobId}`]: { otRate: value(seq - 1) } },
      dependsOn: seq === 1 ? [] : [seq - 1],
      actor: 'Kill suite',
      // Values repeat after 5,000 changes. Without its own time, change 5,002 would be change 2 sent again.
      createdAt: new Date(firstChangeAt + seq * 1000).toISOString(),
    });
  }
}
