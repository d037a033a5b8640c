import type { Dependencies, Reason } from './dependencies.ts';
import { type Edge, edgeKind, Graph } from './graph.ts';
import { type Anomaly, anomaly, cellWords, type Txn } from './model.ts';

const { ww, wr, rw, session, rev, time } = edgeKind;
const allKinds = ww | wr | rw | session | rev | time;
/** Kinds of edges, weakest claim last. A cycle is reported for the first set that contains it. */
const layers = [ww, ww | wr, ww | wr | rw, ww | wr | rw | session, ww | wr | rw | session | rev, allKinds];
/** Starting points of a search for a shortest cycle in one set of nodes. */
const mostStarts = 60;

/**
 * Cycles of dependencies, at most one in each set of connected transactions. The kind is that of the strongest claim: a cycle of
 * values alone before one that needs an order. The steps are those of the shortest cycle.
 */
export function cyclesOf(txns: readonly Txn[], { edges, reasons, nodes }: Dependencies): Anomaly[] {
  const graph = new Graph(nodes, edges);
  const reported = new Uint8Array(nodes);
  const found: Anomaly[] = [];
  for (const mask of layers)
    for (const circle of graph.circles(mask)) {
      if (circle.some((node) => reported[node])) continue;
      for (const node of circle) reported[node] = 1;
      const within = edgesWithin(graph, circle, mask, txns);
      const cycle = shortest(graph, new Set(circle), within, mask);
      const shown = cycle.length === 2 ? cycle : (pairIn(within, txns) ?? cycle);
      found.push(anomaly(nameOf(cycle), wordsOf(shown, txns), stepsOf(shown, txns, reasons)));
    }
  return found;
}

/** The edges between the nodes of a circle, first those that lead back most in time: they are likely the fault. */
function edgesWithin(graph: Graph, circle: readonly number[], mask: number, txns: readonly Txn[]): Edge[] {
  const inside = new Set(circle);
  const leadsBack = ({ from, to }: Edge) => (txns[from]?.began ?? txns[from]?.rev ?? 0) - (txns[to]?.ended ?? txns[to]?.rev ?? 0);
  return circle
    .flatMap((node) => [...graph.leaving(node)])
    .filter(({ kind, to }) => (kind & mask) !== 0 && inside.has(to))
    .toSorted((a, b) => leadsBack(b) - leadsBack(a));
}

/** A short cycle with the fewest anti-dependencies: none, one, or any number. */
function shortest(graph: Graph, inside: ReadonlySet<number>, within: readonly Edge[], mask: number): Edge[] {
  const closing = (wanted: number, kinds: number) => {
    let best: Edge[] | null = null;
    for (const edge of within.filter(({ kind }) => (kind & wanted) !== 0).slice(0, mostStarts)) {
      const path = graph.path(edge.to, edge.from, kinds, inside);
      if (path && (!best || path.length + 1 < best.length)) best = [edge, ...path];
      if (best?.length === 2) break;
    }
    return best;
  };
  const found = closing(ww | wr, mask & ~rw) ?? closing(rw, mask & ~rw) ?? closing(rw, mask) ?? closing(allKinds, mask);
  if (!found) throw new Error('a circle has no cycle');
  return found;
}

/** Two transactions of which one must come before the other by a value, and after it by an order. */
function pairIn(within: readonly Edge[], txns: readonly Txn[]): Edge[] | null {
  for (const edge of within) {
    const kind = (edge.kind & (ww | wr | rw)) === 0 ? null : orderOf(txns[edge.to], txns[edge.from]);
    if (kind !== null) return [edge, { from: edge.to, to: edge.from, kind, label: -1 }];
  }
  return null;
}

/** The kind of order that puts `a` before `b`, null if there is none. */
function orderOf(a: Txn | undefined, b: Txn | undefined): number | null {
  if (!a || !b) return null;
  if (a.session !== null && a.session === b.session && (a.began ?? Infinity) < (b.began ?? -Infinity)) return session;
  const isBoth = a.rev !== null && b.rev !== null && a.customer === b.customer;
  const isRead = a.writes.length > 0 && b.writes.length === 0;
  if (isBoth && ((a.rev ?? 0) < (b.rev ?? 0) || (a.rev === b.rev && isRead))) return rev;
  return (a.ended ?? Infinity) < (b.began ?? -Infinity) ? time : null;
}

/** The names of Adya and Elle, with the order that the cycle contradicts besides the values. */
function nameOf(cycle: readonly Edge[]): string {
  const kinds = cycle.reduce((all, { kind }) => all | kind, 0);
  const antis = cycle.filter(({ kind }) => kind === rw).length;
  const name = antis > 1 ? 'G2' : antis === 1 ? 'G-single' : (kinds & wr) !== 0 ? 'G1c' : 'G0';
  const orders = [
    [session, 'session'],
    [rev, 'revision'],
    [time, 'real-time'],
  ] as const;
  const against = orders.filter(([kind]) => (kinds & kind) !== 0).map(([, words]) => words);
  return against.length === 0 ? name : `${name} against ${against.join(' and ')} order`;
}

/** The transactions of a cycle. Moments in time are left out. */
const membersOf = (cycle: readonly Edge[], txns: readonly Txn[]): Txn[] => cycle.flatMap(({ from }) => txns[from] ?? []);

function wordsOf(cycle: readonly Edge[], txns: readonly Txn[]): string {
  const names = membersOf(cycle, txns).map(({ name }) => name);
  return `${names.length} transactions each come before the next (${nameOf(cycle)}): ${names.join(' -> ')} -> ${names[0]}`;
}

/** One sentence per edge. A run of edges of the same order becomes one sentence. */
function stepsOf(cycle: readonly Edge[], txns: readonly Txn[], reasons: readonly Reason[]): string[] {
  const first = cycle.findIndex(({ kind }, i) => (kind & (ww | wr | rw)) !== 0 || cycle.at(i - 1)?.kind !== kind);
  const turned = [...cycle.slice(Math.max(first, 0)), ...cycle.slice(0, Math.max(first, 0))];
  const joined: Edge[] = [];
  for (const edge of turned) {
    const last = joined.at(-1);
    if (last && last.kind === edge.kind && (edge.kind & (session | rev | time)) !== 0)
      joined[joined.length - 1] = { ...last, to: edge.to };
    else joined.push(edge);
  }
  return joined.map((edge) => sentence(edge, txns, reasons));
}

function sentence({ from, to, kind, label }: Edge, txns: readonly Txn[], reasons: readonly Reason[]): string {
  const [a, b, reason] = [txns[from], txns[to], reasons[label]];
  const [first, then] = [a?.name ?? 'a moment', b?.name ?? 'a moment'];
  if (kind === session) return `${first} came before ${then} in the same session`;
  if (kind === rev) return `${first} comes before ${then} by revision (${a?.rev}, ${b?.rev})`;
  if (kind === time || !reason) return `${first} had ended before ${then} began`;
  const [value, next, cell] = [String(reason.value), String(reason.next), cellWords(reason.cell)];
  if (kind === ww) return `${first} wrote ${value} to ${cell}, which ${then} replaced with ${next}`;
  if (kind === wr) return `${first} wrote ${value} to ${cell}, which ${then} read`;
  return `${first} read ${value} in ${cell}, which ${then} replaced with ${next}`;
}
