/** One field of one row of one customer, for example `1/3/billRate`. Each value is written to it at most once. */
export type Cell = string;
export type Value = string | number | null;
export type Read = { readonly cell: Cell; readonly value: Value };
/** A write and the value that it replaced, as the service recorded it. */
export type Write = Read & { readonly before: Value };

/**
 * A committed transaction. `began` and `ended` are numbers of events of the whole run: it took effect between them. They are null
 * if no one saw it begin or end.
 */
export type Txn = {
  readonly name: string;
  /** The device and lane that asked for it, one after another. Null: work of the service itself. */
  readonly session: string | null;
  readonly customer: number;
  readonly reads: readonly Read[];
  /** In their order. A later write of a cell makes an earlier one an intermediate value. */
  readonly writes: readonly Write[];
  readonly began: number | null;
  readonly ended: number | null;
  /** The revision that it committed or, without writes, read. Null: unknown. */
  readonly rev: number | null;
};

/** Transactions and what is known besides: values before the first write, and values of changes that did not take effect. */
export type TxnHistory = {
  readonly txns: readonly Txn[];
  readonly initial: ReadonlyMap<Cell, Value>;
  /** Who asked for a value that was refused or never carried out, by `valueKey`. */
  readonly aborted: ReadonlyMap<string, string>;
};

/** `steps` are the transactions of a shortest cycle in words, each with its reason to come before the next one. */
export type Anomaly = { readonly kind: string; readonly words: string; readonly steps: readonly string[] };

/** What a transaction read: values of its own, and those that its writes replaced. */
export function readsOf({ reads, writes }: Pick<Txn, 'reads' | 'writes'>): Read[] {
  const own = new Set<Cell>();
  const replaced = writes.filter(({ cell }) => {
    const isFirst = !own.has(cell);
    own.add(cell);
    return isFirst;
  });
  return [...reads, ...replaced.map(({ cell, before }) => ({ cell, value: before }))];
}

export const anomaly = (kind: string, words: string, steps: readonly string[] = []): Anomaly => ({ kind, words, steps });
export const valueKey = (cell: Cell, value: Value): string => `${cell}=${JSON.stringify(value)}`;
export const cellOf = (customer: number, job: number, field: string): Cell => `${customer}/${job}/${field}`;

/** A cell in words. */
export function cellWords(cell: Cell): string {
  const [customer, job, field] = cell.split('/');
  return `${field} of job ${job} of customer ${customer}`;
}
