/** Why one transaction comes before another. The number is the bit of the kind. */
export const edgeKind = { ww: 1, wr: 2, rw: 4, session: 8, rev: 16, time: 32 } as const;
export type EdgeKind = keyof typeof edgeKind;

/** An edge. `label` is an index into the caller's list of reasons, -1 for none. */
export type Edge = { readonly from: number; readonly to: number; readonly kind: number; readonly label: number };

/** A growing list of edges between numbered nodes. */
export class Edges {
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly kind: number[] = [];
  readonly label: number[] = [];

  add(from: number, to: number, kind: EdgeKind, label = -1): void {
    if (from === to) return;
    this.from.push(from);
    this.to.push(to);
    this.kind.push(edgeKind[kind]);
    this.label.push(label);
  }

  edge(i: number): Edge {
    return { from: this.from[i] ?? 0, to: this.to[i] ?? 0, kind: this.kind[i] ?? 0, label: this.label[i] ?? -1 };
  }
}

/** The edges of each node in one block of `order`, found through `start` (compressed rows). */
export class Graph {
  readonly #start: Int32Array;
  readonly #order: Int32Array;
  readonly #to: Int32Array;
  readonly #kind: Int32Array;

  readonly size: number;
  readonly edges: Edges;

  constructor(size: number, edges: Edges) {
    this.size = size;
    this.edges = edges;
    this.#to = Int32Array.from(edges.to);
    this.#kind = Int32Array.from(edges.kind);
    this.#start = new Int32Array(size + 1);
    this.#order = new Int32Array(edges.from.length);
    for (const from of edges.from) this.#start[from + 1] = (this.#start[from + 1] ?? 0) + 1;
    for (let n = 0; n < size; n++) this.#start[n + 1] = (this.#start[n + 1] ?? 0) + (this.#start[n] ?? 0);
    const next = this.#start.slice();
    for (const [i, from] of edges.from.entries()) {
      const place = next[from] ?? 0;
      this.#order[place] = i;
      next[from] = place + 1;
    }
  }

  /**
   * Sets of more than one node in which every node reaches every other over edges of the kinds in `mask` (Tarjan, without
   * recursion). Linear time.
   */
  circles(mask: number): number[][] {
    const search = new Search(this.size);
    const next = this.#start.slice(0, this.size);
    for (let root = 0; root < this.size; root++) {
      if (search.knows(root)) continue;
      search.open(root);
      for (let node = search.node; node !== undefined; node = search.node) {
        const place = next[node] ?? 0;
        next[node] = place + 1;
        if (place >= (this.#start[node + 1] ?? 0)) search.close();
        else if (((this.#kind[this.#order[place] ?? 0] ?? 0) & mask) !== 0)
          search.meet(node, this.#to[this.#order[place] ?? 0] ?? 0);
      }
    }
    return search.circles;
  }

  /** The edges that leave a node. */
  *leaving(node: number): Generator<Edge> {
    for (let place = this.#start[node] ?? 0; place < (this.#start[node + 1] ?? 0); place++)
      yield this.edges.edge(this.#order[place] ?? 0);
  }

  /** A shortest path between two nodes over edges of some kinds, inside a set of nodes. Null if there is none. */
  path(from: number, to: number, mask: number, inside: ReadonlySet<number>): Edge[] | null {
    const cameBy = new Map<number, Edge>();
    const reached = [from];
    // Breadth first: the list grows while it is read.
    for (const node of reached)
      for (const edge of this.leaving(node)) {
        if ((edge.kind & mask) === 0 || !inside.has(edge.to) || cameBy.has(edge.to)) continue;
        cameBy.set(edge.to, edge);
        if (edge.to === to) return backFrom(to, from, cameBy);
        reached.push(edge.to);
      }
    return null;
  }
}

/** The state of Tarjan's search: the path from the root, and the nodes that belong to no circle yet. */
class Search {
  readonly circles: number[][] = [];
  readonly #index: Int32Array;
  readonly #low: Int32Array;
  readonly #isOpen: Uint8Array;
  readonly #path: number[] = [];
  readonly #stack: number[] = [];
  #count = 0;

  constructor(size: number) {
    this.#index = new Int32Array(size).fill(-1);
    this.#low = new Int32Array(size);
    this.#isOpen = new Uint8Array(size);
  }

  get node(): number | undefined {
    return this.#path.at(-1);
  }

  knows(node: number): boolean {
    return this.#index[node] !== -1;
  }

  open(node: number): void {
    this.#index[node] = this.#count;
    this.#low[node] = this.#count++;
    this.#isOpen[node] = 1;
    this.#stack.push(node);
    this.#path.push(node);
  }

  meet(node: number, to: number): void {
    if (!this.knows(to)) this.open(to);
    else if (this.#isOpen[to]) this.#lower(node, this.#index[to] ?? 0);
  }

  /** Leaves the last node of the path. If it reaches no earlier one, the nodes opened since are a circle. */
  close(): void {
    const node = this.#path.pop() ?? -1;
    const low = this.#low[node] ?? 0;
    if (low === this.#index[node]) {
      const circle = this.#stack.splice(this.#stack.lastIndexOf(node));
      for (const one of circle) this.#isOpen[one] = 0;
      if (circle.length > 1) this.circles.push(circle);
    }
    if (this.node !== undefined) this.#lower(this.node, low);
  }

  #lower(node: number, low: number): void {
    this.#low[node] = Math.min(this.#low[node] ?? 0, low);
  }
}

function backFrom(to: number, from: number, cameBy: ReadonlyMap<number, Edge>): Edge[] {
  const path: Edge[] = [];
  let node = to;
  do {
    const edge = cameBy.get(node);
    if (!edge) throw new Error('the path has a hole');
    path.unshift(edge);
    node = edge.from;
  } while (node !== from);
  return path;
}
