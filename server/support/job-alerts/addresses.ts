import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import { linkPlace } from '#server/kit/page/link-page.ts';

/** A candidate's address as it is stored: a keyed hash for one customer, from which no one reads the address. */
export type AddressKey = string;

const digest = (secrets: Pick<Secrets, 'deriveLasting'>, purpose: string, text: string): string =>
  createHmac('sha256', secrets.deriveLasting(purpose)).update(text).digest('base64url');

/** The key of an address (lower case) at a customer. The root key's first version makes it, so that it stays the same. */
export const addressKey = (secrets: Pick<Secrets, 'deriveLasting'>, customerId: number, address: string): AddressKey =>
  digest(secrets, 'job alert addresses', `${customerId} ${address}`);

const keyLength = 43;
const proofLength = 22;
const proofOf = (secrets: Pick<Secrets, 'deriveLasting'>, customerId: number, key: AddressKey): string =>
  digest(secrets, 'job alert links', `${customerId} ${key}`).slice(0, proofLength);

/** The token of the page where an address stops alerts. It carries its own proof, so that nothing is stored before someone stops. */
export const stopToken = (secrets: Pick<Secrets, 'deriveLasting'>, customerId: number, key: AddressKey): string =>
  `${customerId}.${key}${proofOf(secrets, customerId, key)}`;

/** The customer and the key of a token; undefined for one that the service did not make. */
export function readStopToken(
  secrets: Pick<Secrets, 'deriveLasting'>,
  token: string,
): { readonly customerId: number; readonly key: AddressKey } | undefined {
  const place = linkPlace(token);
  if (place?.key.length !== keyLength + proofLength) return undefined;
  const key = place.key.slice(0, keyLength);
  const [given, wanted] = [place.key.slice(keyLength), proofOf(secrets, place.customerId, key)].map((text) => Buffer.from(text));
  return given && wanted && timingSafeEqual(given, wanted) ? { customerId: place.customerId, key } : undefined;
}
