import type { TraceEntry } from '#domain/rules/apply-rules.ts';
import type { StoreKey } from '#src/store/store.ts';
import type { LabApi } from './lab-api.ts';
import { linkWorker, type WorkerLink } from './link/worker-link.ts';
import type { LabAnswer, LabQuestion } from './rules/rule-lab.ts';

/** The first read of all jobs of a large customer is slow. */
const deadlineMs = 60_000;

/** The rule lab worker of one store. Starts on first use, and again after it dies. */
export class LabClient {
  readonly #key: StoreKey;
  #link: WorkerLink<LabApi> | null = null;
  #opened: Promise<void> = Promise.resolve();

  constructor(key: StoreKey) {
    this.#key = key;
  }

  async answer(question: LabQuestion): Promise<LabAnswer> {
    const link = await this.#open();
    return link.ask('answer', deadlineMs, (lab) => lab.answer(question));
  }

  async trace(question: LabQuestion, jobId: number): Promise<readonly TraceEntry[] | null> {
    const link = await this.#open();
    return link.ask('trace', deadlineMs, (lab) => lab.trace(question, jobId));
  }

  stop(): void {
    this.#link?.stop();
    this.#link = null;
  }

  async #open(): Promise<WorkerLink<LabApi>> {
    if (!this.#link) {
      const worker = new Worker(new URL('./lab.worker.ts', import.meta.url), { type: 'module', name: 'lab' });
      this.#link = linkWorker<LabApi>(worker, () => {
        this.#link = null;
      });
      this.#opened = this.#link.ask('open', deadlineMs, (lab) => lab.open(this.#key));
    }
    const link = this.#link;
    await this.#opened;
    return link;
  }
}
