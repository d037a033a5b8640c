import { Edges } from './graph.ts';
import { type Cell, readsOf, type Txn, type Value } from './model.ts';
import type { Versions } from './versions.ts';

/** The cell and values of a dependency, for its words. */
export type Reason = { readonly cell: Cell; readonly value: Value; readonly next: Value };
/** Nodes from the number of transactions on are moments in time, which only connect transactions. */
export type Dependencies = { readonly edges: Edges; readonly reasons: readonly Reason[]; readonly nodes: number };

/** All edges between transactions: dependencies of values, then session, revision and real-time order. Linear, after sorting. */
export function dependenciesOf(txns: readonly Txn[], versions: ReadonlyMap<Cell, Versions>): Dependencies {
  const edges = new Edges();
  const reasons: Reason[] = [];
  const because = (reason: Reason) => reasons.push(reason) - 1;
  for (const [cell, { list }] of versions)
    for (const [i, version] of list.entries()) {
      const before = list[i - 1];
      if (!before || before.txn < 0 || before.txn === version.txn) continue;
      edges.add(before.txn, version.txn, 'ww', because({ cell, value: before.value, next: version.value }));
    }
  for (const [reader, txn] of txns.entries())
    for (const { cell, value } of readsOf(txn)) {
      const of = versions.get(cell);
      const place = of?.placeOf.get(value);
      const read = place === undefined ? undefined : of?.list[place];
      if (!of || !read || place === undefined) continue;
      if (read.txn >= 0) edges.add(read.txn, reader, 'wr', because({ cell, value, next: value }));
      let after = place + 1;
      while (of.list[after]?.txn === read.txn) after++;
      const next = of.list[after];
      if (next) edges.add(reader, next.txn, 'rw', because({ cell, value, next: next.value }));
    }
  addSessions(txns, edges);
  addRevisions(txns, edges);
  return { edges, reasons, nodes: txns.length + addTimes(txns, edges) };
}

const numbered = (txns: readonly Txn[]) => txns.map((txn, i) => ({ txn, i }));

function grouped<T>(all: readonly T[], keyOf: (one: T) => string | number | null): T[][] {
  const groups = new Map<string | number, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}

/** A session makes one request at a time. Transactions of one request are in order of their revisions. */
function addSessions(txns: readonly Txn[], edges: Edges): void {
  for (const group of grouped(numbered(txns), ({ txn }) => (txn.began === null ? null : txn.session))) {
    group.sort((a, b) => (a.txn.began ?? 0) - (b.txn.began ?? 0) || (a.txn.rev ?? 0) - (b.txn.rev ?? 0));
    for (const [n, { i }] of group.entries()) {
      const before = group[n - 1];
      if (before) edges.add(before.i, i, 'session');
    }
  }
}

/** A commit comes before the next commit of its customer, and before every read at its revision or a later one. */
function addRevisions(txns: readonly Txn[], edges: Edges): void {
  for (const ofCustomer of grouped(numbered(txns), ({ txn }) => (txn.rev === null ? null : txn.customer))) {
    const revisions = grouped(ofCustomer, ({ txn }) => txn.rev).sort((a, b) => (a[0]?.txn.rev ?? 0) - (b[0]?.txn.rev ?? 0));
    let before: number[] = [];
    let readers: number[] = [];
    for (const group of revisions) {
      const commits = group.filter(({ txn }) => txn.writes.length > 0).map(({ i }) => i);
      const reads = group.filter(({ txn }) => txn.writes.length === 0).map(({ i }) => i);
      connect([...before, ...readers], commits, edges);
      if (commits.length > 0) {
        before = commits;
        readers = [];
      }
      connect(before, reads, edges);
      readers.push(...reads);
    }
  }
}

function connect(earlier: readonly number[], later: readonly number[], edges: Edges): void {
  for (const from of earlier) for (const to of later) edges.add(from, to, 'rev');
}

/**
 * A transaction that ended before another one began comes before it. Each end is a moment with an edge to the next moment, so
 * that the number of edges stays linear. Returns the number of moments.
 */
function addTimes(txns: readonly Txn[], edges: Edges): number {
  const ends = numbered(txns).filter(({ txn }) => txn.ended !== null);
  ends.sort((a, b) => (a.txn.ended ?? 0) - (b.txn.ended ?? 0));
  for (const [n, { i }] of ends.entries()) {
    edges.add(i, txns.length + n, 'time');
    if (n > 0) edges.add(txns.length + n - 1, txns.length + n, 'time');
  }
  const begins = numbered(txns).filter(({ txn }) => txn.began !== null);
  begins.sort((a, b) => (a.txn.began ?? 0) - (b.txn.began ?? 0));
  let passed = 0;
  for (const { txn, i } of begins) {
    while ((ends[passed]?.txn.ended ?? Infinity) < (txn.began ?? 0)) passed++;
    if (passed > 0) edges.add(txns.length + passed - 1, i, 'time');
  }
  return ends.length;
}
