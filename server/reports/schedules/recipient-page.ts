import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import type { LinkPlace } from '#server/kit/page/link-page.ts';

type Keys = Pick<Secrets, 'deriveLasting'>;
type Place = { readonly customerId: number; readonly recipientId: number };

/** What the address of a page needs. */
export type PageParts = { readonly secrets: Keys; readonly config: { readonly publicUrl: string } };

/** The page where an address agrees to reports, or stops them. Its key follows from a key of the service, so that nothing stored opens it. */
export const recipientPage = ({ secrets, config }: PageParts, place: Place): string =>
  new URL(`/auth/reportaddress/${place.customerId}.${place.recipientId}-${proofOf(secrets, place)}`, config.publicUrl).href;

/**
 * How the recipient of a link is found: by id if the key proves it, or by the hash of a stored key, as emails of earlier versions have one.
 * Undefined for a wrong proof.
 */
export function recipientOfLink(
  secrets: Keys,
  { customerId, key }: LinkPlace,
): { readonly id: number } | { readonly oldKeyHash: string } | undefined {
  const [, id = '', proof = ''] = /^(\d{1,15})-([\w-]{43})$/.exec(key) ?? [];
  if (id === '') return { oldKeyHash: hashOfOldKey(key) };
  const place = { customerId, recipientId: Number(id) };
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(secrets, place))) ? { id: place.recipientId } : undefined;
}

/** A key of an earlier version as it is stored. It had 24 random bytes. */
export const hashOfOldKey = (key: string): string => createHash('sha256').update(key).digest('hex');

const proofOf = (secrets: Keys, { customerId, recipientId }: Place): string =>
  createHmac('sha256', secrets.deriveLasting('pages of report recipients'))
    .update(`${customerId}.${recipientId}`)
    .digest('base64url');
