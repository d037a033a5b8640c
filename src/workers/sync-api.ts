import type { StoreKey } from '#src/store/store.ts';
import type { SyncEngine } from '#src/sync/engine.ts';
import type { SyncState } from '#src/sync/sync-state.ts';
import type { Tokens } from '#src/sync/transport/ports.ts';

/** The options that start an engine in a worker. All values can be cloned into the worker. */
export type SyncStart = {
  readonly key: StoreKey;
  readonly label: string;
  readonly appVersion: string;
  readonly drainOnly: boolean;
  readonly token: string | null;
};

/** The page's side of the access token. Only the page refreshes it, so that a sign-out is reported once, not twice. */
export type TokenSource = {
  refresh(
    stale: string | null,
  ): Promise<{ readonly outcome: Awaited<ReturnType<Tokens['refresh']>>; readonly token: string | null }>;
};

export type OpenEngine = (
  start: SyncStart,
  tokens: Tokens,
) => Promise<{ readonly engine: SyncEngine; readonly close: () => void }>;

/** The sync worker's API. It is a plain object, so tests use it without a Worker. Call `open` first. */
export function createSync(openEngine: OpenEngine) {
  let opened: Awaited<ReturnType<OpenEngine>> | null = null;
  let token: string | null = null;
  const engine = (): SyncEngine => {
    if (!opened) throw new Error('the engine is not open');
    return opened.engine;
  };

  return {
    /** Opens a store and keeps it in sync. `tell` receives each state. */
    async open(start: SyncStart, source: TokenSource, tell: (state: SyncState) => void): Promise<void> {
      token = start.token;
      const tokens: Tokens = {
        current: () => token,
        async refresh(stale) {
          const news = await source.refresh(stale).catch(() => ({ outcome: 'unreachable', token }) as const);
          token = news.token;
          return news.outcome;
        },
      };
      opened = await openEngine(start, tokens);
      const { engine } = opened;
      engine.subscribe(() => tell(engine.state()));
      engine.start();
      tell(engine.state());
    },
    wake: (): void => engine().wake(),
    retryNow: (): void => engine().retryNow(),
    resume: (): void => engine().resume(),
    signedIn(next: string | null): void {
      token = next;
      engine().signedIn();
    },
    state: (): SyncState => engine().state(),
    close(): void {
      opened?.engine.stop();
      opened?.close();
      opened = null;
    },
  };
}
