import {
  type Anomaly,
  anomaly,
  type Cell,
  cellWords,
  type Read,
  readsOf,
  type TxnHistory,
  type Value,
  valueKey,
  type Write,
} from './model.ts';

/** A value of a cell and the index of its transaction, -1 for the value before the first write. */
type Version = { readonly value: Value; readonly txn: number; readonly isFinal: boolean };
/** The values of a cell in the order in which they replaced each other, and the place of each value in it. */
export type Versions = { readonly list: readonly Version[]; readonly placeOf: ReadonlyMap<Value, number> };

type Written = { readonly write: Write; readonly version: Version };

/**
 * Finds the order of each cell's values. Each write names the value that it replaced, so the writes form a chain. Two writes that
 * replaced the same value are a lost update; the order of the transactions' list then decides. Takes linear time.
 */
export function versionsOf({ txns, initial }: TxnHistory): {
  readonly versions: ReadonlyMap<Cell, Versions>;
  readonly found: Anomaly[];
} {
  const found: Anomaly[] = [];
  const written = new Map<Cell, Written[]>();
  for (const cell of initial.keys()) written.set(cell, []);
  for (const [i, { writes }] of txns.entries()) {
    const last = new Map(writes.map((write) => [write.cell, write]));
    for (const write of writes) {
      const list = written.get(write.cell) ?? [];
      list.push({ write, version: { value: write.value, txn: i, isFinal: last.get(write.cell) === write } });
      written.set(write.cell, list);
    }
  }
  const nameOf = ({ version }: Written) => txns[version.txn]?.name ?? 'the start';
  const versions = new Map<Cell, Versions>();
  for (const [cell, list] of written) {
    const first = initial.get(cell) ?? null;
    const next = new Map<Value, Written>();
    for (const one of list) {
      const other = next.get(one.write.before);
      if (other) {
        const both = `${nameOf(other)} wrote ${String(other.write.value)} and ${nameOf(one)} wrote ${String(one.write.value)}`;
        const words = `${both} to ${cellWords(cell)}, each in place of ${String(one.write.before)}`;
        found.push(anomaly('lost update', words));
      } else next.set(one.write.before, one);
    }
    versions.set(cell, inOrder(first, chainOf(first, next), list));
  }
  return { versions, found: [...found, ...twice(written, nameOf)] };
}

function chainOf(first: Value, next: ReadonlyMap<Value, Written>): Written[] {
  const chain: Written[] = [];
  const passed = new Set<Value>([first]);
  for (let one = next.get(first); one && !passed.has(one.write.value); one = next.get(one.write.value)) {
    passed.add(one.write.value);
    chain.push(one);
  }
  return chain;
}

function inOrder(first: Value, chain: readonly Written[], list: readonly Written[]): Versions {
  const order = chain.length === list.length ? chain : list;
  const all = [{ value: first, txn: -1, isFinal: true }, ...order.map(({ version }) => version)];
  return { list: all, placeOf: new Map(all.map(({ value }, i) => [value, i])) };
}

/** Values that were written to the same cell more than once. */
function twice(written: ReadonlyMap<Cell, readonly Written[]>, nameOf: (one: Written) => string): Anomaly[] {
  const found: Anomaly[] = [];
  for (const [cell, list] of written) {
    const by = new Map<Value, Written>();
    for (const one of list) {
      const other = by.get(one.write.value);
      const value = String(one.write.value);
      if (other)
        found.push(anomaly('applied twice', `${nameOf(other)} and ${nameOf(one)} both wrote ${value} to ${cellWords(cell)}`));
      by.set(one.write.value, one);
    }
  }
  return found;
}

/** Reads of values that no committed transaction left behind: refused ones [G1a], intermediate ones [G1b], unknown ones. */
export function impossibleReads(history: TxnHistory, versions: ReadonlyMap<Cell, Versions>): Anomaly[] {
  const { txns, initial } = history;
  return txns.flatMap((txn, i) =>
    readsOf(txn).flatMap((read) => {
      const cells = versions.get(read.cell);
      const version = cells?.list[cells.placeOf.get(read.value) ?? -1];
      const isUntouched = !cells && read.value === (initial.get(read.cell) ?? null);
      return isUntouched || version?.isFinal || version?.txn === i ? [] : [impossible(history, txn.name, read, version)];
    }),
  );
}

function impossible({ txns, aborted }: TxnHistory, reader: string, { cell, value }: Read, version: Version | undefined): Anomaly {
  const what = `${reader} read ${String(value)} in ${cellWords(cell)}`;
  if (version) return anomaly('G1b intermediate read', `${what}, which ${txns[version.txn]?.name} replaced before its end`);
  const refused = aborted.get(valueKey(cell, value));
  return refused === undefined
    ? anomaly('unknown value', `${what}, which no one wrote`)
    : anomaly('G1a aborted read', `${what}, which ${refused} wrote without effect`);
}
