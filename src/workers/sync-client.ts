import { expose, type Remote, transfer } from 'comlink';
import type { SyncEngine } from '#src/sync/engine.ts';
import { initialSyncState, type SyncState } from '#src/sync/sync-state.ts';
import type { Clock, Tokens } from '#src/sync/transport/ports.ts';
import { linkWorker, type WorkerLink } from './link/worker-link.ts';
import type { ExposedSync } from './sync.worker.ts';
import type { SyncStart, TokenSource } from './sync-api.ts';

type ClientOptions = Omit<SyncStart, 'token'> & { readonly tokens: Tokens; readonly clock: Clock; readonly start?: () => Worker };

const openMs = 60_000;
const askMs = 10_000;
/** Interval of the health check. A worker that does not answer within the deadline hangs. */
const pulseMs = 30_000;
/** The pause before a restart doubles each time, up to a minute. */
const restartMs = (restarts: number) => Math.min(60_000, 1_000 * 2 ** restarts);

const startWorker = () => new Worker(new URL('./sync.worker.ts', import.meta.url), { type: 'module', name: 'sync' });

/**
 * The engine of one store in its own worker, with the same interface as an engine in the page. A worker that dies or hangs is
 * restarted. Nothing is lost, because its state is in the store.
 */
export function createSyncClient({ tokens, clock, start = startWorker, ...about }: ClientOptions): SyncEngine {
  const heard = new Set<() => void>();
  let state: SyncState = initialSyncState;
  let link: WorkerLink<ExposedSync> | null = null;
  let restarts = 0;
  let stopped = false;
  let cancelTimer = () => {};

  const tell = (next: SyncState) => {
    state = next;
    for (const hear of heard) hear();
  };

  const restart = () => {
    link?.stop();
    link = null;
    cancelTimer();
    if (!stopped) cancelTimer = clock.after(restartMs(restarts++), open);
  };

  const pulse = () => {
    cancelTimer = clock.after(pulseMs, () => {
      link
        ?.ask('state', askMs, (sync) => sync.state())
        .then(() => {
          restarts = 0;
          return pulse();
        }, restart);
    });
  };

  const open = () => {
    const opening = linkWorker<ExposedSync>(start(), restart);
    link = opening;
    const [news, tokenPort] = portsTo(tokens, tell);
    const started: SyncStart = { ...about, token: tokens.current() };
    opening
      .ask('open', openMs, (sync) => sync.open(started, transfer(news, [news]), transfer(tokenPort, [tokenPort])))
      .then(() => (link === opening ? pulse() : undefined))
      .catch(() => (link === opening ? restart() : undefined));
  };

  // A failed call does no harm: the engine checks for work by itself, and the health check detects a dead worker.
  const tellWorker = (what: string, call: (sync: Remote<ExposedSync>) => Promise<void>) =>
    void link?.ask(what, askMs, call).catch(() => undefined);

  return {
    start: open,
    stop() {
      stopped = true;
      cancelTimer();
      heard.clear();
      if (link) closeLink(link);
      link = null;
    },
    wake: () => tellWorker('wake', (sync) => sync.wake()),
    retryNow: () => tellWorker('nudge', (sync) => sync.retryNow()),
    resume: () => tellWorker('awaken', (sync) => sync.resume()),
    signedIn: () => tellWorker('signedIn', (sync) => sync.signedIn(tokens.current())),
    state: () => state,
    subscribe(hear) {
      heard.add(hear);
      return () => heard.delete(hear);
    },
  };
}

/** Lets the engine end its requests before the worker stops. */
function closeLink(link: WorkerLink<ExposedSync>): void {
  void link
    .ask('close', askMs, (sync) => sync.close())
    .catch(() => undefined)
    .finally(() => link.stop());
}

/** Two ports for the worker: one carries its states to the page, the other its requests for a new token. */
function portsTo(tokens: Tokens, tell: (state: SyncState) => void): [MessagePort, MessagePort] {
  const news = new MessageChannel();
  news.port1.addEventListener('message', ({ data }: MessageEvent<SyncState>) => tell(data));
  news.port1.start();
  const asking = new MessageChannel();
  const source: TokenSource = {
    async refresh(stale) {
      const outcome = await tokens.refresh(stale);
      return { outcome, token: tokens.current() };
    },
  };
  expose(source, asking.port1);
  return [news.port2, asking.port2];
}
