import type { RightName } from '#contract/kit/rights.ts';
import type { PostState } from '#contract/rows/jobs.ts';
import type { CollectionName, RowOf } from '#contract/rows/rows.ts';
import type { RowReader } from '#domain/commands/kit/command.ts';
import type { StoredResult } from '#server/commands/check-mutation.ts';
import type { Recovery } from '#server/feed/recovery-gap.ts';
import { longAgo, type SentValues } from '#server/targets/adapter/sent-values.ts';
import { copyOfSubmissions, noSubmissions, type SubmissionDisk } from '../base/submission-disk.ts';

export type AnyRow = RowOf<CollectionName>;
/** A replicated row at its revision; null is a tombstone. Rows are never changed in place. */
export type Held = {
  readonly collection: CollectionName;
  readonly id: number;
  readonly rev: number;
  readonly row: AnyRow | null;
};
type ClientRow = { readonly userId: number; readonly lastSeq: number; readonly killed: boolean };
/** The audit line of an applied change. Its fingerprint identifies the change [K1]. */
type AuditLine = { readonly clientId: string; readonly seq: number; readonly fingerprint: string; readonly rev: number };
export type PostRow = {
  readonly customerId: number;
  readonly targetId: number;
  readonly jobId: number;
  readonly generation: number;
  readonly reference: string;
  readonly state: PostState;
  readonly externalId: string | null;
  readonly words: string | null;
  readonly tries: number;
  readonly lookups: number;
  readonly fence: number;
  readonly askedBy: number | null;
  readonly nextAt: number;
  readonly leaseUntil: number | null;
  /** The values last sent to the ATS, and the revision up to which the ATS follows the job. */
  readonly sent: SentValues | null;
  readonly followed: number;
};
export type User = {
  readonly id: number;
  readonly name: string;
  readonly customerId: number;
  readonly links: ReadonlySet<number>;
  readonly rights: ReadonlySet<RightName>;
};
export type Session = {
  readonly id: string;
  readonly userId: number;
  readonly ended: boolean;
  readonly refresh: string;
  readonly previous: string | null;
  readonly rotatedAt: number;
};

/** One customer's part of the database. */
export type CustomerDisk = {
  readonly id: number;
  rev: number;
  minRev: number;
  readonly rows: Map<string, Held>;
  readonly clients: Map<string, ClientRow>;
  readonly results: Map<string, StoredResult>;
  readonly audit: AuditLine[];
  readonly posts: Map<string, PostRow>;
  readonly submissions: SubmissionDisk;
};

/** The data that survives a kill of the service. */
export type ServiceDisk = {
  epoch: string;
  clean: boolean;
  recoveries: readonly Recovery[];
  readonly customers: Map<number, CustomerDisk>;
  readonly users: Map<number, User>;
  readonly sessions: Map<string, Session>;
};

export const emptyCustomer = (id: number): CustomerDisk => ({
  id,
  rev: 0,
  minRev: 0,
  rows: new Map(),
  clients: new Map(),
  results: new Map(),
  audit: [],
  posts: new Map(),
  submissions: noSubmissions(),
});

/** A backup for a later restore. */
export function copyDisk(disk: ServiceDisk): ServiceDisk {
  const customers = [...disk.customers].map(([id, customer]): [number, CustomerDisk] => [
    id,
    {
      ...customer,
      rows: new Map(customer.rows),
      clients: new Map(customer.clients),
      results: new Map(customer.results),
      audit: [...customer.audit],
      posts: new Map(customer.posts),
      submissions: copyOfSubmissions(customer.submissions),
    },
  ]);
  return { ...disk, customers: new Map(customers), users: new Map(disk.users), sessions: new Map(disk.sessions) };
}

/** After a restore, the values last sent to the ATS are unknown, so all values are sent again (`markRestored`). */
export function forgetSent({ customers }: ServiceDisk): void {
  for (const { posts } of customers.values())
    for (const [key, post] of posts) posts.set(key, { ...post, sent: longAgo(post.sent ?? {}), followed: 0, leaseUntil: null });
}

export const readerOf = (customer: CustomerDisk): RowReader => ({
  get: <C extends CollectionName>(collection: C, id: number) =>
    (customer.rows.get(`${collection}/${id}`)?.row ?? undefined) as RowOf<C> | undefined,
});

/** All live rows of a collection, by id. */
export const rowsOf = (customer: CustomerDisk, collection: CollectionName): AnyRow[] =>
  [...customer.rows.values()]
    .flatMap((held) => (held.collection === collection && held.row ? [held.row] : []))
    .sort((a, b) => a.id - b.id);

/** The process died during a transaction. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** A transaction. The process may die at any statement, which rolls back the transaction. */
export class ServiceTx {
  readonly #undo: (() => void)[] = [];
  readonly #statement: () => void;

  /** `statement` runs before each statement and may throw `Killed`. */
  constructor(statement: () => void) {
    this.#statement = statement;
  }

  set<K, V>(map: Map<K, V>, key: K, value: V): void {
    this.#statement();
    const had = map.has(key);
    const old = map.get(key) as V;
    this.#undo.push(() => (had ? void map.set(key, old) : void map.delete(key)));
    map.set(key, value);
  }

  append<V>(list: V[], value: V): void {
    this.#statement();
    this.#undo.push(() => void list.pop());
    list.push(value);
  }

  rev(customer: CustomerDisk, rev: number): void {
    this.#statement();
    const old = customer.rev;
    this.#undo.push(() => void (customer.rev = old));
    customer.rev = rev;
  }

  rollBack(): void {
    for (const step of this.#undo.reverse()) step();
  }
}
