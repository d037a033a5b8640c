import { Worker } from 'node:worker_threads';
import { bundledFile } from '#server/kit/lib/bundled-file.ts';
import type { RuleResults, RuleWork, SlowRule } from './rule-work.ts';

type Result = RuleResults[RuleWork['kind']];
type Waiting = {
  readonly work: RuleWork;
  readonly off: Set<number>;
  readonly stuck: SlowRule[];
  readonly resolve: (done: { result: Result; stuck: readonly SlowRule[] }) => void;
  readonly reject: (fault: Error) => void;
};

/** A thread, and the cells in which it shows its progress. */
type Thread = { readonly worker: Worker; readonly progress: Int32Array; task: Waiting | null; seen: number; since: number };

/** Threads that run rules. Batches leave one of them to requests, which a person waits for. */
const threads = 2;
/** A rule that takes longer on one job is stopped with its thread. Patterns stop long before, at their units of work. */
const stuckMs = 5000;
const lookMs = 250;

const isBatch = ({ work }: Waiting): boolean => work.kind === 'jobs';

/** Runs rules on worker threads, first come, first served; requests before batches. */
export class RulePool {
  readonly #stuckMs: number;
  readonly #threads = new Set<Thread>();
  readonly #requests: Waiting[] = [];
  readonly #batches: Waiting[] = [];

  constructor({ stuckAfterMs = stuckMs }: { readonly stuckAfterMs?: number } = {}) {
    this.#stuckMs = stuckAfterMs;
  }

  /** Runs rules on jobs in a thread. `stuck`: rules that were stopped and did nothing in the result. */
  async run<W extends RuleWork>(work: W): Promise<{ result: RuleResults[W['kind']]; stuck: readonly SlowRule[] }> {
    const done = await new Promise<{ result: Result; stuck: readonly SlowRule[] }>((resolve, reject) => {
      const task: Waiting = { work, off: new Set(), stuck: [], resolve, reject };
      this.#queueOf(task).push(task);
      this.#next();
    });
    // The thread answers each kind of work with its own kind of result.
    return done as { result: RuleResults[W['kind']]; stuck: readonly SlowRule[] };
  }

  #queueOf(task: Waiting): Waiting[] {
    return isBatch(task) ? this.#batches : this.#requests;
  }

  #next(): void {
    const busy = [...this.#threads].filter(({ task }) => task !== null);
    if (busy.length >= threads) return;
    const mayBatch = busy.every(({ task }) => task === null || !isBatch(task));
    const task = this.#requests.shift() ?? (mayBatch ? this.#batches.shift() : undefined);
    if (!task) return;
    this.#give([...this.#threads].find((thread) => thread.task === null) ?? this.#start(), task);
    this.#next();
  }

  #start(): Thread {
    const cells = new SharedArrayBuffer(8);
    // Rules need none of the service's secrets.
    const worker = new Worker(bundledFile('rule-worker.mjs', 'JOBDOCK_RULE_WORKER'), { workerData: cells, env: {} });
    const thread: Thread = { worker, progress: new Int32Array(cells), task: null, seen: 0, since: 0 };
    worker.on('message', (said: { result: Result } | { fault: string }) => {
      const { task } = thread;
      thread.task = null;
      // An idle thread does not keep the process alive.
      worker.unref();
      if ('result' in said) task?.resolve({ result: said.result, stuck: task.stuck });
      else task?.reject(new Error(`rules failed in their thread: ${said.fault}`));
      this.#next();
    });
    worker.on('error', (fault) => this.#drop(thread, fault));
    worker.on('exit', () => this.#drop(thread, new Error('a thread of rules ended')));
    this.#threads.add(thread);
    return thread;
  }

  #drop(thread: Thread, fault: Error): void {
    const { task } = thread;
    thread.task = null;
    if (this.#threads.delete(thread) || task) task?.reject(fault);
    this.#next();
  }

  #give(thread: Thread, task: Waiting): void {
    thread.task = task;
    thread.seen = Atomics.load(thread.progress, 0);
    thread.since = performance.now();
    thread.worker.ref();
    thread.worker.postMessage({ work: task.work, off: [...task.off] }, []);
    const timer = setInterval(() => {
      if (thread.task !== task) clearInterval(timer);
      else if (this.#isStuck(thread)) this.#stop(thread, task);
    }, lookMs);
    timer.unref();
  }

  #isStuck(thread: Thread): boolean {
    const begun = Atomics.load(thread.progress, 0);
    if (begun !== thread.seen) [thread.seen, thread.since] = [begun, performance.now()];
    // Outside of a rule, the thread starts or parses all rules: it may be slow, but not endless.
    const patience = Atomics.load(thread.progress, 1) === 0 ? 20 : 1;
    return performance.now() - thread.since >= this.#stuckMs * patience;
  }

  /** Ends a thread whose rule does not come to an end, and does its work again without that rule. */
  #stop(thread: Thread, task: Waiting): void {
    const ruleId = Atomics.load(thread.progress, 1);
    thread.task = null;
    this.#threads.delete(thread);
    void thread.worker.terminate();
    if (ruleId === 0 || task.off.has(ruleId)) task.reject(new Error('a thread of rules does not answer'));
    else {
      task.off.add(ruleId);
      task.stuck.push({ ruleId, jobId: 0 });
      this.#queueOf(task).unshift(task);
    }
    this.#next();
  }
}
