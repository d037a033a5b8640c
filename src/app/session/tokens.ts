import { refreshTokens, type TokenReply } from '#contract/people/auth.ts';
import type { Call } from '#src/sync/call.ts';
import { type Clock, type Locks, sleep, type Tokens } from '#src/sync/transport/ports.ts';

/** Whom a token speaks for. */
type Bearer = TokenReply['bearer'];

/** A token and whom it speaks for, as one tab tells the others: over a channel of the origin, never through storage. */
export type SharedToken = { readonly token: string; readonly bearer: Bearer };

/** The page's token: whose it is changes with signing in, working as somebody else, and signing out. It stays in memory. */
export type PageTokens = Tokens & {
  take: (reply: Pick<TokenReply, 'accessToken' | 'bearer'>) => void;
  /** Another tab has a new token: this one need not ask for its own. */
  adopt: (shared: SharedToken) => void;
  drop: () => void;
};

type Ports = {
  /** The refresh token is a cookie that no script can read, so this call goes out unsigned. */
  call: Call;
  /** One refresh at a time over all tabs. */
  locks: Pick<Locks, 'hold'>;
  clock: Clock;
  /** Tells the other tabs. */
  tell: (shared: SharedToken) => void;
  /** The session ended on the service, or the cookie now belongs to another person than this page shows. */
  onEnded: (why: 'ended' | 'other-person') => void;
};

type Outcome = Awaited<ReturnType<Tokens['refresh']>>;

/** Of the browser, not of one user: its tabs share one cookie, and a tab that starts does not know yet whom that speaks for. */
const authLock = 'auth';
const lockWaitMs = 15_000;
/** A message between tabs takes some milliseconds, on a busy machine some hundred; a lock may travel faster. */
const arrivalMs = 1_000;

type Turn = { readonly outcome: Promise<Outcome>; readonly help: () => void };

/** One tab at a time does the work. Who got help while waiting is done, and does nothing when its turn comes. */
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
      // Who is next had better hear of the new token first.
      if (mine === 'fresh') await sleep(clock, arrivalMs);
    };
    locks.hold(authLock, lockWaitMs, turn).catch(reject);
  });
  return { outcome, help };
}

/** Keeps the token; asks that come while a refresh runs share it, in this tab and over all of them [edge case 3]. */
export function createTokens({ call, locks, clock, tell, onEnded }: Ports): PageTokens {
  let token: string | null = null;
  let bearer: Bearer | null = null;
  /** What runs, and the token that it shall replace. */
  let running: (Turn & { readonly stale: string | null }) | null = null;

  const isNewerThan = (stale: string | null) => token !== null && token !== stale;

  const refreshOnce = async (stale: string | null): Promise<Outcome> => {
    if (isNewerThan(stale)) return 'fresh';
    const answer = await call(refreshTokens, {});
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
    // Somebody signed in while the session before was asked about.
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
      // A page that shows no one takes a token only while it asks for one: the cookie that it asks with is the same.
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

/** The service said no, rather than saying nothing. */
const saysNo: ReadonlySet<string> = new Set(['forbidden', 'invalid', 'signed_out']);

const isSame = (a: Bearer, b: Bearer) => a.userId === b.userId && a.actingAs?.by === b.actingAs?.by;
