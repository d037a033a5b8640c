/** What of a ledger is mirrored in accounts outside. */
export type MirroredKind = 'client' | 'invoice' | 'entry';

/**
 * The reference of a client, an invoice or an entry in accounts outside, by which it is found before it is made: `jobdock-3f2a1b-i2.4`. `mark`
 * is of this installation, so that two with one account never take each other's. It has no spaces.
 */
export const mirrorReference = (mark: string, kind: MirroredKind, customerId: number, ownId: number): string =>
  `jobdock-${mark}-${kind.charAt(0)}${customerId}.${ownId}`;

/** Whether a text holds a reference as a word of its own: `…-i2.4` is not in `…-i2.40`. */
export const hasReference = (text: string, reference: string): boolean => text.split(/\s+/).includes(reference);

/** Whether a text holds a reference of any entry of the installation, so that what it is about came from here. */
export const isOwnEntry = (text: string, mark: string): boolean =>
  text.split(/\s+/).some((word) => word.startsWith(`jobdock-${mark}-e`));

/** What became of a payment that was made in accounts outside. Cents are integers. */
export type PaymentThere = { readonly id: number; readonly cents: number | null; readonly isDeleted: boolean };
/** The entry that such a payment made here; null if it made none yet. `isVoid`: it was taken back. */
export type PaymentHere = { readonly id: number; readonly cents: number; readonly isVoid: boolean } | null;

export type PaymentStep =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'add'; readonly cents: number }
  | { readonly kind: 'void'; readonly entryId: number }
  | { readonly kind: 'differs'; readonly words: string };

/** What is to do in the ledger about a payment that was made outside. The key of its entry makes each of them happen once. */
export function paymentStep(there: PaymentThere, here: PaymentHere): PaymentStep {
  if (there.isDeleted) return here && !here.isVoid ? { kind: 'void', entryId: here.id } : { kind: 'nothing' };
  if (there.cents === null) return { kind: 'differs', words: 'It is not in US dollars with two decimals, so it was not taken.' };
  // A payment of nothing is one that became a credit of the client there.
  if (there.cents <= 0) return { kind: 'nothing' };
  if (here === null) return { kind: 'add', cents: there.cents };
  // Taken back here: the payment there is removed, too.
  if (here.isVoid || here.cents === there.cents) return { kind: 'nothing' };
  return { kind: 'differs', words: 'Its amount was changed after it was taken. Void it here and add the new amount.' };
}
