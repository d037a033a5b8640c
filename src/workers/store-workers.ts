import type { Store } from '#src/store/store.ts';
import { GridClient } from './grid/grid-client.ts';
import { LabClient } from './lab-client.ts';
import { MatchClient } from './match-client.ts';

type Workers = { readonly store: Store; readonly grid: GridClient; readonly match: MatchClient; readonly lab: LabClient };

/** One customer is open at a time: the workers of another store end when a new one is asked for. */
let open: Workers | null = null;

function workersOf(store: Store): Workers {
  if (open?.store === store) return open;
  if (open) stopWorkersOf(open.store);
  open = { store, grid: new GridClient(store.key), match: new MatchClient(store.key), lab: new LabClient(store.key) };
  return open;
}

/** The grid worker of a store; started when it is first asked for. */
export const gridClientOf = (store: Store): GridClient => workersOf(store).grid;

/** The match worker of a store, with the indexes it has built. */
export const matchClientOf = (store: Store): MatchClient => workersOf(store).match;

/** The worker of the rule lab, with the jobs it has read. */
export const labClientOf = (store: Store): LabClient => workersOf(store).lab;

/** Ends what runs for a store: its rows leave the memory with the person. */
export function stopWorkersOf(store: Store): void {
  if (open?.store !== store) return;
  open.grid.stop();
  open.match.stop();
  open.lab.stop();
  open = null;
}
