import { refreshTokens, type TokenReply } from '#contract/auth.ts';
import type { Call } from '#src/sync/call.ts';
import type { Tokens } from '#src/sync/ports.ts';

/** Whom a token speaks for. */
type Bearer = TokenReply['bearer'];

/** The page's token: whose it is changes with signing in, working as somebody else, and signing out. It stays in memory. */
export type PageTokens = Tokens & {
  take: (reply: Pick<TokenReply, 'access_token' | 'bearer'>) => void;
  drop: () => void;
};

type Ports = {
  /** The refresh token is a cookie that no script can read, so this call goes out unsigned. */
  call: Call;
  /** One refresh at a time over all tabs; the service gives those that follow closely the same successor [edge case 3]. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** The session ended on the service, or the cookie now belongs to another person than this page shows. */
  onEnded: (why: 'ended' | 'other-person') => void;
};

/** Keeps the token; asks that come while a refresh runs share it. */
export function createTokens({ call, alone, onEnded }: Ports): PageTokens {
  let token: string | null = null;
  let bearer: Bearer | null = null;
  let running: ReturnType<Tokens['refresh']> | null = null;

  const refreshOnce = async (stale: string | null) => {
    if (token !== null && token !== stale) return 'fresh';
    const answer = await call(refreshTokens, {});
    if (answer.ok) {
      const next = answer.value;
      if (bearer && !isSame(bearer, next.bearer)) {
        onEnded('other-person');
        return 'signed_out';
      }
      token = next.access_token;
      bearer = next.bearer;
      return 'fresh';
    }
    if (!saysNo.has(answer.error.kind)) return 'unreachable';
    token = null;
    onEnded('ended');
    return 'signed_out';
  };

  return {
    current: () => token,
    refresh(stale) {
      running ??= alone(() => refreshOnce(stale)).finally(() => {
        running = null;
      });
      return running;
    },
    take(reply) {
      token = reply.access_token;
      bearer = reply.bearer;
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
