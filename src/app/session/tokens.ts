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
  /** One refresh at a time over all tabs; the next one waits for `until` too, this one's caller does not. */
  alone: (work: () => Promise<Turn>) => Promise<Turn['outcome']>;
  /** Tells the other tabs; resolves when that has had time to arrive, as a lock may travel faster than a message. */
  share: (shared: SharedToken) => Promise<void>;
  /** The session ended on the service, or the cookie now belongs to another person than this page shows. */
  onEnded: (why: 'ended' | 'other-person') => void;
};

/** What a refresh came to, and how long others had better wait for what it told them. */
export type Turn = { readonly outcome: Awaited<ReturnType<Tokens['refresh']>>; readonly until?: Promise<void> };

/** Keeps the token; asks that come while a refresh runs share it, in this tab and over all of them [edge case 3]. */
export function createTokens({ call, alone, share, onEnded }: Ports): PageTokens {
  let token: string | null = null;
  let bearer: Bearer | null = null;
  let running: ReturnType<Tokens['refresh']> | null = null;
  /** Ends the waiting for a turn: another tab's token has come. */
  let onAdopted = () => {};

  const isNewerThan = (stale: string | null) => token !== null && token !== stale;

  const refreshOnce = async (stale: string | null): Promise<Turn> => {
    if (isNewerThan(stale)) return { outcome: 'fresh' };
    const answer = await call(refreshTokens, {});
    if (answer.ok) {
      const next = answer.value;
      if (bearer && !isSame(bearer, next.bearer)) {
        onEnded('other-person');
        return { outcome: 'signed_out' };
      }
      token = next.access_token;
      bearer = next.bearer;
      return { outcome: 'fresh', until: share({ token, bearer }) };
    }
    if (!saysNo.has(answer.error.kind)) return { outcome: 'unreachable' };
    // Somebody signed in while the session before was asked about.
    if (isNewerThan(stale)) return { outcome: 'fresh' };
    token = null;
    onEnded('ended');
    return { outcome: 'signed_out' };
  };

  /** A turn of its own, or the token of another tab, whichever is first. */
  const turnOrAdopted = (stale: string | null): ReturnType<Tokens['refresh']> => {
    let isAdopted = false;
    const adopted = new Promise<'fresh'>((resolve) => {
      onAdopted = () => {
        isAdopted = isNewerThan(stale);
        if (isAdopted) resolve('fresh');
      };
    });
    return Promise.race([adopted, alone(async () => (isAdopted ? { outcome: 'fresh' } : refreshOnce(stale)))]);
  };

  return {
    current: () => token,
    refresh(stale) {
      if (isNewerThan(stale)) return Promise.resolve('fresh');
      running ??= turnOrAdopted(stale).finally(() => {
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
      onAdopted();
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
