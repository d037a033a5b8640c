import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#server/kit/lib/secrets.ts';

const minutes = 10;

/** Who signs in to which target. `expiresAt` is in milliseconds since 1970. */
export type SignIn = {
  readonly customerId: number;
  readonly targetId: number;
  /** The real person, who must end what they began. */
  readonly actorId: number;
  readonly expiresAt: number;
};

/** What travels through a target's own page and back, and what stays here for the exchange of its code (PKCE). */
export type BegunSignIn = { readonly state: string; readonly challenge: string };

type Derives = Pick<Secrets, 'derive' | 'deriveEach'>;
const sealing = 'sign-in at a target: state';
const proving = 'sign-in at a target: verifier';

const macOf = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('base64url');
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/**
 * Begins a sign-in at a target's own page. Nothing is stored: the state names its person and target, is sealed with a key of this
 * installation and holds for ten minutes in every process; the verifier is derived from it with another key.
 */
export function beginSignIn(
  secrets: Derives,
  { customerId, targetId, actorId }: Omit<SignIn, 'expiresAt'>,
  now: Date,
): BegunSignIn {
  const expiresAt = now.getTime() + minutes * 60_000;
  const text = [customerId, targetId, actorId, expiresAt, randomBytes(16).toString('base64url')].join('.');
  const state = `${text}.${macOf(secrets.derive(sealing), text)}`;
  return { state, challenge: challengeOf(macOf(secrets.derive(proving), state)) };
}

/** The sign-in of a state that this installation gave, with the verifier of its code. Null for any other, and when it is over. */
export function readSignIn(secrets: Derives, state: string, now: Date): (SignIn & { readonly verifier: string }) | null {
  const [, text, customerId, targetId, actorId, expiresAt, mac] =
    /^((\d{1,9})\.(\d{1,9})\.(\d{1,9})\.(\d{1,15})\.[\w-]{22})\.([\w-]{43})$/.exec(state) ?? [];
  if (text === undefined || mac === undefined) return null;
  const root = secrets.deriveEach(sealing).find(({ key }) => isSame(macOf(key, text), mac));
  const prover = secrets.deriveEach(proving).find(({ rootId }) => rootId === root?.rootId);
  if (!prover || Number(expiresAt) <= now.getTime()) return null;
  return {
    customerId: Number(customerId),
    targetId: Number(targetId),
    actorId: Number(actorId),
    expiresAt: Number(expiresAt),
    verifier: macOf(prover.key, state),
  };
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};
