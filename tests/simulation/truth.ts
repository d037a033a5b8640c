import type { CollectionName } from '#contract/rows/rows.ts';
import type { CustomerDisk, Held } from './service/service-disk.ts';
import { textOfRow } from './store-view.ts';

type Version = { readonly rev: number; readonly text: string | null };

/** Every state of a customer's rows since the start or the last restore: what a device must have at each revision. */
export class Truth {
  /** All states from this revision on are known. */
  readonly from: number;
  /** Revision of each applied change, by fingerprint. */
  readonly applied = new Map<string, number>();
  readonly #known = new Map<string, Held>();
  readonly #versions = new Map<string, Version[]>();
  #audited = 0;

  constructor(customer: CustomerDisk) {
    this.from = customer.rev;
    this.take(customer);
  }

  /** Records the changes of a commit. Returns fingerprints that are in the audit log twice. */
  take(customer: CustomerDisk): string[] {
    for (const [key, held] of customer.rows) {
      if (this.#known.get(key) === held) continue;
      this.#known.set(key, held);
      const versions = this.#versions.get(key) ?? [];
      versions.push({ rev: held.rev, text: held.row === null ? null : textOfRow(held.row) });
      this.#versions.set(key, versions);
    }
    for (const key of this.#known.keys()) {
      if (customer.rows.has(key)) continue;
      this.#known.delete(key);
      this.#versions.get(key)?.push({ rev: customer.rev, text: null });
    }
    const doubled: string[] = [];
    for (; this.#audited < customer.audit.length; this.#audited++) {
      const line = customer.audit[this.#audited];
      if (!line) continue;
      if (this.applied.has(line.fingerprint))
        doubled.push(
          `${line.clientId} ${line.seq} ${line.fingerprint} rev ${this.applied.get(line.fingerprint)} and ${line.rev}`,
        );
      this.applied.set(line.fingerprint, line.rev);
    }
    return doubled;
  }

  /** The rows at a revision, as canonical texts by name. */
  at(rev: number, collections: readonly CollectionName[]): Map<string, string> {
    const rows = new Map<string, string>();
    for (const [key, versions] of this.#versions) {
      if (!collections.includes(key.split('/', 1)[0] as CollectionName)) continue;
      const text = versions.findLast((version) => version.rev <= rev)?.text;
      if (text !== undefined && text !== null) rows.set(key, text);
    }
    return rows;
  }
}
