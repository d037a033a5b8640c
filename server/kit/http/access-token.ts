import { jwtVerify, SignJWT } from 'jose';
import { accessTokenSeconds } from '#contract/people/auth.ts';

/** What an access token says: a user of a customer in a session, or the administrator's session working as somebody else. */
export type Claims = {
  readonly userId: number;
  readonly customerId: number;
  readonly sessionId: string;
  /** Whom the session works as; null speaks for the session's own user. */
  readonly acting: { readonly customerId: number; readonly userId: number } | null;
  /** When the token runs out, seconds since 1970. */
  readonly expiresAt: number;
};

const issuer = 'jobdock';

/** Purpose of the key that tokens are signed with. */
export const accessTokenPurpose = 'access tokens';

/** Signs a token of ten minutes (HS256: the processes that share the master key are the only readers). */
export async function signAccessToken(key: Uint8Array, claims: Omit<Claims, 'expiresAt'>, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ c: claims.customerId, s: claims.sessionId, a: claims.acting })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(claims.userId))
    .setIssuer(issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(key);
}

/** The claims of a token that is whole and has not run out; undefined for anything else. */
export async function readAccessToken(key: Uint8Array, token: string, now: Date): Promise<Claims | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, { issuer, algorithms: ['HS256'], currentDate: now });
    const acting = payload.a as Claims['acting'];
    return {
      userId: Number(payload.sub),
      customerId: Number(payload.c),
      sessionId: String(payload.s),
      acting: acting ?? null,
      expiresAt: payload.exp ?? 0,
    };
  } catch {
    // Forged, cut or run out: all the same to the caller.
    return undefined;
  }
}
