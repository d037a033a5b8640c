import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import type { LinkPlace } from '#server/kit/page/link-page.ts';

type Keys = Pick<Secrets, 'deriveLasting'>;
type Place = { readonly customerId: number; readonly invoiceId: number };

/** The address of an invoice's page, which needs no sign-in. */
export type InvoicePageOf = (place: Place) => string;

/** Addresses of invoices' pages. Their keys follow from a key of the service, so that nothing stored opens a page and an email can repeat one. */
export const invoicePages =
  ({ secrets, config }: { readonly secrets: Keys; readonly config: { readonly publicUrl: string } }): InvoicePageOf =>
  (place) =>
    `${config.publicUrl}/auth/invoice/${place.customerId}.${place.invoiceId}-${proofOf(secrets, place)}`;

/** The invoice that a link names. Undefined if its key is not the right one. */
export function invoiceOfLink(secrets: Keys, { customerId, key }: LinkPlace): number | undefined {
  const [, id = '', proof = ''] = /^(\d{1,15})-([\w-]{43})$/.exec(key) ?? [];
  if (id === '') return undefined;
  const place = { customerId, invoiceId: Number(id) };
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(secrets, place))) ? place.invoiceId : undefined;
}

const proofOf = (secrets: Keys, { customerId, invoiceId }: Place): string =>
  createHmac('sha256', secrets.deriveLasting('pages of invoices')).update(`${customerId}.${invoiceId}`).digest('base64url');
