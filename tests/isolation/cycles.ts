import type { Dependencies, Reason } from './dependencies.ts';
import { type Edge, edgeKind, Graph } from './graph.ts';
import { type Anomaly, anomaly, cellWords, type Txn } from './model.ts';

const { ww, wr, rw, session, rev, time } = edgeKind;
const allKinds = ww | wr | rw | session | rev | time;
/** Kinds of edges, weakest claim last. A cycle is reported for the first set that contains it. */
const layers = [ww, ww | wr, ww | wr | rw, ww | wr | rw | session, ww | wr | rw | session | rev, allKinds];
/** Starting points of a search for a shortest cycle in one set of nodes. */
const mostStarts = 60;

/** Cycles of dependencies, at most one in each set of connected transactions, each as short as possible. */
export function cyclesOf(txns: readonly Txn[], { edges, reasons, nodes }: Dependencies): Anomaly[] {
  const graph = new Graph(nodes, edges);
  const reported = new Uint8Array(nodes);
  const found: Anomaly[] = [];
  const connected = new Map<number, ReadonlySet<number>>();
  for (const circle of graph.circles(allKinds)) {
    const whole = new Set(circle);
    for (const node of circle) connected.set(node, whole);
  }
  if (connected.size === 0) return [];
  for (const mask of layers)
    for (const circle of graph.circles(mask)) {
      if (circle.some((node) => reported[node])) continue;
      for (const node of circle) reported[node] = 1;
      const cycle = shortest(graph, circle, mask, connected.get(circle[0] ?? -1) ?? new Set(), txns);
      found.push(anomaly(nameOf(cycle), wordsOf(cycle, txns), stepsOf(cycle, txns, reasons)));
    }
  return found;
}

/**
 * A shortest cycle with the fewest anti-dependencies: none, one, or any number. Instead of a long cycle of several, it takes one
 * with a single anti-dependency over any kind of order.
 */
function shortest(
  graph: Graph,
  circle: readonly number[],
  mask: number,
  whole: ReadonlySet<number>,
  txns: readonly Txn[],
): Edge[] {
  const inside = new Set(circle);
  const within = circle
    .flatMap((node) => [...graph.leaving(node)])
    .filter(({ kind, to }) => (kind & mask) !== 0 && inside.has(to))
    .toSorted((a, b) => backwards(b, txns) - backwards(a, txns));
  const antis = within.filter(({ kind }) => kind === rw);
  const values = within.filter(({ kind }) => (kind & (ww | wr)) !== 0);
  const closing = (starts: readonly Edge[], kinds: number, nodes: ReadonlySet<number> = inside) => {
    let best: Edge[] | null = null;
    for (const edge of starts.slice(0, mostStarts)) {
      const path = graph.path(edge.to, edge.from, kinds, nodes);
      if (path && (!best || path.length + 1 < best.length)) best = [edge, ...path];
      if (best?.length === 2) break;
    }
    return best;
  };
  const several = () => closing(antis, mask) ?? closing(within, mask);
  const found =
    closing(values, mask & ~rw) ?? closing(antis, mask & ~rw) ?? simpler(several(), () => closing(antis, allKinds & ~rw, whole));
  if (!found) throw new Error('a circle has no cycle');
  return found;
}

/** How far an edge leads back in time. Every cycle has such an edge, and the one that leads back most is likely the fault. */
function backwards({ from, to }: Edge, txns: readonly Txn[]): number {
  const [a, b] = [txns[from], txns[to]];
  return (a?.began ?? a?.rev ?? 0) - (b?.ended ?? b?.rev ?? 0);
}

/** Two transactions that contradict each other are the shortest possible cycle. */
function simpler(cycle: Edge[] | null, other: () => Edge[] | null): Edge[] | null {
  return cycle?.length === 2 ? cycle : (other() ?? cycle);
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
  return `${names.length} transactions each come before the next: ${names.join(' -> ')} -> ${names[0]}`;
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
  if (kind === rev) return `${first} is at revision ${a?.rev}, before ${then} at revision ${b?.rev}`;
  if (kind === time || !reason) return `${first} had ended before ${then} began`;
  const [value, next, cell] = [String(reason.value), String(reason.next), cellWords(reason.cell)];
  if (kind === ww) return `${first} wrote ${value} to ${cell}, which ${then} replaced with ${next}`;
  if (kind === wr) return `${first} wrote ${value} to ${cell}, which ${then} read`;
  return `${first} read ${value} in ${cell}, which ${then} replaced with ${next}`;
}
