import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { Endpoint, RefusalOf, ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import type { Fault } from '#contract/kit/errors.ts';
import type { Result } from '#contract/kit/result.ts';
import { keepCached, readCached } from '#src/store/cached.ts';
import type { Store } from '#src/store/store.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { useCall } from './use-call.ts';

/** A call's last answer: shown from this device at once, then from the service. `failure` is why the newest is missing. */
export type Cached<E extends Endpoint> = {
  readonly reply: ReplyOf<E> | null;
  /** When the answer was given. */
  readonly at: string | null;
  readonly failure: RefusalOf<E> | Fault | null;
  readonly refresh: () => void;
};

type State<E extends Endpoint> = Omit<Cached<E>, 'refresh'> & { readonly key: string };

/**
 * Asks a call of offline policy `cached`, again when its arguments or `since` change, and keeps each answer. Nothing is asked
 * while it is not `wanted`.
 */
export function useCached<E extends Endpoint>(
  endpoint: E,
  args: SentArgsOf<E>,
  since: string | null = null,
  wanted = true,
): Cached<E> {
  const { store } = useLocalStore();
  const call = useCall();
  const key = `${endpoint.route} ${JSON.stringify(args)}`;
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<State<E>>({ key: '', reply: null, at: null, failure: null });
  const read = useEffectEvent((key: string, show: (next: (now: State<E>) => State<E>) => void) =>
    readBoth(store, () => call(endpoint, args), endpoint, key, show),
  );
  const asked = JSON.stringify([key, turn, since, store.name]);
  useEffect(() => {
    if (!wanted) return;
    let stale = false;
    const [about] = JSON.parse(asked) as [string, number, string | null, string];
    const show = (next: (now: State<E>) => State<E>) => {
      if (!stale) setState(next);
    };
    // The store may be closed under the reader: its screen goes with it.
    read(about, show).catch(() => undefined);
    return () => {
      stale = true;
    };
  }, [asked, wanted]);
  const refresh = useCallback(() => setTurn((n) => n + 1), []);
  const { reply, at, failure } = state.key === key ? state : { reply: null, at: null, failure: null };
  return { reply, at, failure, refresh };
}

/** Shows what this device has kept, then what the service says. */
async function readBoth<E extends Endpoint>(
  store: Store,
  ask: () => Promise<Result<ReplyOf<E>, RefusalOf<E> | Fault>>,
  endpoint: E,
  key: string,
  show: (next: (now: State<E>) => State<E>) => void,
): Promise<void> {
  const kept = await readCached(store, key);
  const known = endpoint.reply.safeParse(kept?.reply);
  const before = { key, reply: known.success ? (known.data as ReplyOf<E>) : null, at: kept?.at ?? null, failure: null };
  show((now) => (now.key === key ? now : before));
  const answer = await ask();
  if (!answer.ok) return show((now) => ({ ...now, failure: answer.error }));
  show(() => ({ key, reply: answer.value, at: new Date(store.device.now()).toISOString(), failure: null }));
  await keepCached(store, key, answer.value);
}
