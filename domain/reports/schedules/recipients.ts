/** Domains where everyone can have an address: two people with one of them need not know each other. */
const openDomains: ReadonlySet<string> = new Set([
  'aol.com',
  'gmail.com',
  'gmx.com',
  'googlemail.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'mail.com',
  'me.com',
  'msn.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'yahoo.com',
  'ymail.com',
]);

/** Most mails that the schedules of one customer send to further addresses in a day of its zone. */
export const mostOutsideMails = 50;

/**
 * Whether an address may get mail without being asked: it has the domain of the owner's own address, which is not one that everyone can
 * use, or it belongs to a user of the customer (`known`, in lower case).
 */
export function isOwnAddress(address: string, ownerEmail: string, known: ReadonlySet<string>): boolean {
  const domain = domainOf(address);
  return known.has(address) || (domain !== '' && domain === domainOf(ownerEmail) && !openDomains.has(domain));
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
