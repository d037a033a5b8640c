import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';

/** A person whom the provider can vouch for. */
export type Person = { readonly email: string; readonly name: string };

/** What may be wrong with an answer of the provider; for tests. */
export type Fault =
  | 'wrong nonce'
  | 'wrong audience'
  | 'expired'
  | 'unverified email'
  | 'no email'
  | 'other issuer'
  | 'unsigned'
  | 'wrong key'
  | 'old sign-in';

export type Grant = {
  readonly person: Person;
  readonly clientId: string;
  readonly nonce: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly authTime: number;
};

type Keys = Awaited<ReturnType<typeof newKeys>>;
export const newKeys = () => generateKeyPair('RS256');

/** The ID token of a grant, with a fault if one is asked for. */
export async function idTokenOf(
  { person, clientId, nonce, authTime }: Grant,
  { issuer, keys, fault, amr }: { issuer: string; keys: Keys; fault: Fault | null; amr: readonly string[] },
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const [issued, expires] = fault === 'expired' ? [now - 7200, now - 3600] : [now, now + 300];
  const claims = {
    iss: fault === 'other issuer' ? 'https://other.example' : issuer,
    aud: fault === 'wrong audience' ? 'another-client' : clientId,
    sub: person.email,
    nonce: fault === 'wrong nonce' ? 'another nonce' : nonce,
    iat: issued,
    exp: expires,
    auth_time: fault === 'old sign-in' ? authTime - 3600 : authTime,
    amr: [...amr],
    ...(fault === 'no email' ? {} : emailOf(person, fault)),
  };
  if (fault === 'unsigned') return new UnsecuredJWT(claims).encode();
  const { privateKey } = fault === 'wrong key' ? await newKeys() : keys;
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'demo' }).sign(privateKey);
}

export const emailOf = ({ email, name }: Person, fault: Fault | null) => ({
  email,
  email_verified: fault !== 'unverified email',
  name,
});
