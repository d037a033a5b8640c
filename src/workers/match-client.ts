import type { MapKind } from '#contract/rows/rows.ts';
import type { ListPart } from '#domain/mapping/hierarchy.ts';
import type { SoughtValue } from '#domain/mapping/text/value-key.ts';
import type { StoreKey } from '#src/store/store.ts';
import { linkWorker, type WorkerLink } from './link/worker-link.ts';
import type { Found, MatchApi, Suggestion, Taught } from './match-api.ts';

const deadlineMs = 10_000;

/** The match worker of one store. Starts on first use, and again after it dies. */
export class MatchClient {
  readonly #key: StoreKey;
  readonly #taught = new Map<number, Taught>();
  #link: WorkerLink<MatchApi> | null = null;
  #opened: Promise<void> = Promise.resolve();

  constructor(key: StoreKey) {
    this.#key = key;
  }

  async suggest(targetId: number, sought: SoughtValue, limit: number): Promise<Suggestion[]> {
    const link = await this.#open();
    return link.ask('suggest', deadlineMs, (matcher) => matcher.suggest(targetId, sought, limit));
  }

  async search(targetId: number, kind: MapKind, typed: string, limit: number, part: ListPart | null = null): Promise<Found> {
    const link = await this.#open();
    return link.ask('search', deadlineMs, (matcher) => matcher.search(targetId, kind, typed, limit, part));
  }

  /** Learns what the group chose for a target's texts. A restarted worker learns it again. */
  async teach(targetId: number, choices: Taught): Promise<void> {
    this.#taught.set(targetId, choices);
    const link = await this.#open();
    await link.ask('teach', deadlineMs, (matcher) => matcher.teach(targetId, choices));
  }

  stop(): void {
    this.#link?.stop();
    this.#link = null;
  }

  async #open(): Promise<WorkerLink<MatchApi>> {
    if (!this.#link) {
      const worker = new Worker(new URL('./match.worker.ts', import.meta.url), { type: 'module', name: 'match' });
      this.#link = linkWorker<MatchApi>(worker, () => {
        this.#link = null;
      });
      const taught = [...this.#taught];
      this.#opened = this.#link.ask('open', deadlineMs, async (matcher) => {
        await matcher.open(this.#key);
        for (const [targetId, choices] of taught) await matcher.teach(targetId, choices);
      });
    }
    const link = this.#link;
    await this.#opened;
    return link;
  }
}
