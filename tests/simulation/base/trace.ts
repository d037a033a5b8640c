import type { FaultKind } from './fault-kinds.ts';

/** The events of a history in order, as a digest. The lines are kept only on request. */
export class Trace {
  readonly lines: string[] = [];
  readonly #now: () => number;
  readonly #keeps: boolean;
  #high = 0xdeadbeef;
  #low = 0x41c6ce57;

  constructor(now: () => number, keeps: boolean) {
    this.#now = now;
    this.#keeps = keeps;
  }

  add(line: string): void {
    const text = `${this.#now()} ${line}`;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      this.#high = Math.imul(this.#high ^ code, 2654435761);
      this.#low = Math.imul(this.#low ^ code, 1597334677);
    }
    if (this.#keeps) this.lines.push(text);
  }

  digest(): string {
    return [this.#high, this.#low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

/** How often each kind of fault occurred. */
export class Faults {
  readonly counts = new Map<FaultKind, number>();

  hit(name: FaultKind): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }
}
