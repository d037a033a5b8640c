import { jwtVerify, SignJWT } from 'jose';
import { accessTokenSeconds } from '#contract/people/auth.ts';

/**
 * The content of an access token: a user of a customer in a session, or an administrator's session that works as another user.
 */
export type Claims = {
  readonly userId: number;
  readonly customerId: number;
  readonly sessionId: string;
  /** The user that the session works as. Null: its own user. */
  readonly acting: { readonly customerId: number; readonly userId: number } | null;
  /** When the token expires, in seconds since 1970. */
  readonly expiresAt: number;
};

const issuer = 'jobdock';

/** Purpose of the key that signs tokens. */
export const accessTokenPurpose = 'access tokens';

/** Signs a token that is valid for ten minutes. HS256, because only processes that share the master key read it. */
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

/** The claims of a valid token that has not expired. Undefined for anything else. */
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
    // Forged, incomplete or expired: the caller gets the same reply.
    return undefined;
  }
}
