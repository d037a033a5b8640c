/** A thread that has loaded the grid's code and waits for a store; null when none is held ready. */
let spare: Worker | null = null;

const start = () => new Worker(new URL('./grid.worker.ts', import.meta.url), { type: 'module', name: 'grid' });

/** Loads the grid's code while the app itself starts: for a page that will ask for it first of all. */
export function holdGridThread(): void {
  if (spare) return;
  const thread = start();
  // One that could not load is forgotten; whoever asks for one then hears it from their own.
  thread.addEventListener('error', () => spare === thread && forget(), { once: true });
  spare = thread;
}

/** A thread for the grid of one store. */
export function takeGridThread(): Worker {
  const thread = spare ?? start();
  forget();
  return thread;
}

function forget(): void {
  spare = null;
}
