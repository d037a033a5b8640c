import { expandedStatuses, type StatusBook, type StatusOfVendor } from '#domain/statuses/expanded-status.ts';

/** A looked-up expanded status. */
type Entry = readonly [key: string, row: { readonly Name: string | null }];

/** The lookup key of what decides about a job's expanded status. */
export const expandedStatusKey = ({ sourceId, status, text }: StatusOfVendor): string => JSON.stringify([sourceId, status, text]);

const decidedBy = (key: string): StatusOfVendor => {
  const [sourceId, status, text] = JSON.parse(key) as [number, StatusOfVendor['status'], string | null];
  return { sourceId, status, text };
};

/**
 * The customer's own status for each source, status and text of the vendor that jobs have. Kept outside the grid's columns, so that a
 * renamed status changes one row here, however many jobs have it.
 */
export class ExpandedStatusLookup {
  readonly #keys = new Set<string>();
  #statusOf = expandedStatuses({ statuses: [], sources: [] });

  setBook(book: StatusBook): void {
    this.#statusOf = expandedStatuses(book);
  }

  /** Adds keys that jobs carry. Returns the new ones as lookup rows to patch in. */
  add(keys: readonly unknown[]): Entry[] {
    const added = keys.filter((key): key is string => typeof key === 'string' && !this.#keys.has(key));
    for (const key of added) this.#keys.add(key);
    return added.map((key) => this.#entry(key));
  }

  /** All rows of the lookup table. */
  all(): Entry[] {
    return [...this.#keys].map((key) => this.#entry(key));
  }

  #entry(key: string): Entry {
    return [key, { Name: this.#statusOf(decidedBy(key))?.name ?? null }];
  }
}
