import { refreshTokens, type TokenReply } from '#contract/people/auth.ts';
import type { Call } from '#src/sync/call.ts';
import { type Clock, type Locks, sleep, type Tokens } from '#src/sync/transport/ports.ts';

/** The user that a token belongs to. */
type Bearer = TokenReply['bearer'];

/** A token with its user, as tabs send it to each other: over a channel of the origin, never through storage. */
export type SharedToken = { readonly token: string; readonly bearer: Bearer };

/** The page's token. Its user changes on sign-in, sign-out and working as another user. It stays in memory. */
export type PageTokens = Tokens & {
  take: (reply: Pick<TokenReply, 'accessToken' | 'bearer'>) => void;
  /** Takes the new token of another tab, so that this one need not request its own. */
  adopt: (shared: SharedToken) => void;
  drop: () => void;
};

type Ports = {
  /** The refresh token is a cookie that no script can read, so this call has no access token. */
  call: Call;
  /** Allows one refresh at a time across all tabs. */
  locks: Pick<Locks, 'hold'>;
  clock: Clock;
  /** Sends the token to the other tabs. */
  tell: (shared: SharedToken) => void;
  /** The session ended on the service, or the cookie now belongs to another user than this page shows. */
  onEnded: (why: 'ended' | 'other-person') => void;
};

type Outcome = Awaited<ReturnType<Tokens['refresh']>>;

/** One lock per browser, not per user: tabs share one cookie, and a starting tab does not know yet whose it is. */
const authLock = 'auth';
const lockWaitMs = 15_000;
/** A message or a cookie of another tab takes milliseconds, on a busy machine some hundred of them. */
const arrivalMs = 1_000;

type Turn = { readonly outcome: Promise<Outcome>; readonly help: () => void };

/** One tab at a time does the work. A tab that got help while it waited is done, and skips its turn. */
function takeTurn({ locks, clock }: Pick<Ports, 'locks' | 'clock'>, work: () => Promise<Outcome>): Turn {
  let isHelped = false;
  let help = () => {};
  const outcome = new Promise<Outcome>((resolve, reject) => {
    help = () => {
      isHelped = true;
      resolve('fresh');
    };
    const turn = async () => {
      if (isHelped) return;
      const mine = await work();
      resolve(mine);
      // Let the message with the new token reach the next tab first.
      if (mine === 'fresh') await sleep(clock, arrivalMs);
    };
    locks.hold(authLock, lockWaitMs, turn).catch(reject);
  });
  return { outcome, help };
}

/** Keeps the token. Calls during a refresh share that refresh, in this tab and across all tabs [edge case 3]. */
export function createTokens({ call, locks, clock, tell, onEnded }: Ports): PageTokens {
  let token: string | null = null;
  let bearer: Bearer | null = null;
  /** The running refresh, and the token that it replaces. */
  let running: (Turn & { readonly stale: string | null }) | null = null;

  const isNewerThan = (stale: string | null) => token !== null && token !== stale;

  /**
   * Asks the service for a token. A refusal to a page that had one is asked again: a sign-in in another tab ends the session of
   * this one before its own cookie has arrived.
   */
  const ask = async (stale: string | null) => {
    const answer = await call(refreshTokens, {});
    if (answer.ok || stale === null || !saysNo.has(answer.error.kind)) return answer;
    await sleep(clock, arrivalMs);
    return isNewerThan(stale) ? answer : call(refreshTokens, {});
  };

  const refreshOnce = async (stale: string | null): Promise<Outcome> => {
    if (isNewerThan(stale)) return 'fresh';
    const answer = await ask(stale);
    if (answer.ok) {
      const next = answer.value;
      if (bearer && !isSame(bearer, next.bearer)) {
        onEnded('other-person');
        return 'signed_out';
      }
      token = next.accessToken;
      bearer = next.bearer;
      tell({ token, bearer });
      return 'fresh';
    }
    if (!saysNo.has(answer.error.kind)) return 'unreachable';
    // The user signed in while the refresh of the previous session was running.
    if (isNewerThan(stale)) return 'fresh';
    token = null;
    onEnded('ended');
    return 'signed_out';
  };

  return {
    current: () => token,
    refresh(stale) {
      if (isNewerThan(stale)) return Promise.resolve('fresh');
      if (running) return running.outcome;
      running = { ...takeTurn({ locks, clock }, () => refreshOnce(stale)), stale };
      const over = () => {
        running = null;
      };
      running.outcome.then(over, over);
      return running.outcome;
    },
    take(reply) {
      token = reply.accessToken;
      bearer = reply.bearer;
    },
    adopt(shared) {
      // A page without a session takes a token only during its own refresh, which uses the same cookie.
      const wanted = bearer ? isSame(bearer, shared.bearer) : running !== null;
      if (!wanted) return;
      token = shared.token;
      bearer = shared.bearer;
      if (running && isNewerThan(running.stale)) running.help();
    },
    drop() {
      token = null;
      bearer = null;
    },
  };
}

/** Errors that are a refusal by the service, as opposed to no response. */
const saysNo: ReadonlySet<string> = new Set(['forbidden', 'invalid', 'signed_out']);

const isSame = (a: Bearer, b: Bearer) => a.userId === b.userId && a.actingAs?.by === b.actingAs?.by;
