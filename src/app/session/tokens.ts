import { refreshTokens, type TokenReply } from '#contract/auth.ts';
import type { Call } from '#src/sync/call.ts';
import type { Tokens } from '#src/sync/ports.ts';

/** Whom a token speaks for. */
type Bearer = TokenReply['bearer'];

/** A token and whom it speaks for, as one tab tells the others: over a channel of the origin, never through storage. */
export type SharedToken = { readonly token: string; readonly bearer: Bearer };

/** The page's token: whose it is changes with signing in, working as somebody else, and signing out. It stays in memory. */
export type PageTokens = Tokens & {
  take: (reply: Pick<TokenReply, 'access_token' | 'bearer'>) => void;
  /** Another tab has a new token: this one need not ask for its own. */
  adopt: (shared: SharedToken) => void;
  drop: () => void;
};

type Ports = {
  /** The refresh token is a cookie that no script can read, so this call goes out unsigned. */
  call: Call;
  /** One refresh at a time over all tabs; `waited` when another tab had its turn first. */
  alone: <T>(work: (waited: boolean) => Promise<T>) => Promise<T>;
  /** Tells the other tabs. */
  share: (shared: SharedToken) => void;
  /** Resolves when a told token has had time to arrive: the lock may travel faster than the message. */
  settle: () => Promise<void>;
  /** The session ended on the service, or the cookie now belongs to another person than this page shows. */
  onEnded: (why: 'ended' | 'other-person') => void;
};

/** Keeps the token; asks that come while a refresh runs share it, in this tab and over all of them [edge case 3]. */
export function createTokens({ call, alone, share, settle, onEnded }: Ports): PageTokens {
  let token: string | null = null;
  let bearer: Bearer | null = null;
  let running: ReturnType<Tokens['refresh']> | null = null;

  const isNewerThan = (stale: string | null) => token !== null && token !== stale;

  const refreshOnce = async (stale: string | null, waited: boolean) => {
    if (waited && !isNewerThan(stale)) await settle();
    if (isNewerThan(stale)) return 'fresh';
    const answer = await call(refreshTokens, {});
    if (answer.ok) {
      const next = answer.value;
      if (bearer && !isSame(bearer, next.bearer)) {
        onEnded('other-person');
        return 'signed_out';
      }
      token = next.access_token;
      bearer = next.bearer;
      share({ token, bearer });
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
      running ??= alone((waited) => refreshOnce(stale, waited)).finally(() => {
        running = null;
      });
      return running;
    },
    take(reply) {
      token = reply.access_token;
      bearer = reply.bearer;
    },
    adopt(shared) {
      // A page that shows nobody takes a token only while it asks for one: the cookie that it asks with is the same.
      const wanted = bearer ? isSame(bearer, shared.bearer) : running !== null;
      if (!wanted) return;
      token = shared.token;
      bearer = shared.bearer;
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
