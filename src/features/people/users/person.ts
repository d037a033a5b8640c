import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { rightLabels } from '#contract/kit/right-labels.ts';
import { type RightName, rightIds } from '#contract/kit/rights.ts';
import { type Contact, enabledRights } from '#contract/people/contact-fields.ts';
import type { listUsers } from '#contract/people/user-names.ts';
import { besideRole } from '#domain/rights/right-sources.ts';

type Listed = ReplyOf<typeof listUsers>[number];

/**
 * A line of the list of users. Its name, role and state are kept on the device; the rest comes from the service and is missing
 * without a connection.
 */
export type PersonLine = Pick<Listed, 'id' | 'customerId' | 'name' | 'role' | 'roleId' | 'state' | 'canLoginAs'> & {
  readonly online: Contact | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly lastActiveAt: string | null;
  readonly openSessions: number | null;
  /** "+2 −1": rights beside the role. */
  readonly beside: string;
  readonly linked: string;
  readonly alerts: string;
};

/** A person as far as actions need to know them. */
export type Person = Pick<PersonLine, 'id' | 'name' | 'state' | 'canLoginAs'>;

/** The lines of the list: of the service's people if it answered, else of those that the device knows. */
export function linesOf(known: readonly Listed[] | null, online: readonly Contact[] | null): PersonLine[] | null {
  if (online) return online.map((contact) => ({ ...lineWith(contact), online: contact }));
  return known?.map((user) => ({ ...user, ...blankLine })) ?? null;
}

const blankLine = {
  online: null,
  email: null,
  phone: null,
  lastActiveAt: null,
  openSessions: null,
  beside: '',
  linked: '',
  alerts: '',
};

const lineWith = (contact: Contact) => ({
  ...contact,
  beside: besideText(contact),
  linked: contact.linkedCustomers
    .filter(({ status }) => status === 2)
    .map(({ name }) => name)
    .join(', '),
  alerts: alertsOf(contact).join(', '),
});

const besideOf = ({ roleRights, rights }: Contact) => besideRole(roleRights, enabledRights(rights));

function besideText(contact: Contact): string {
  const { added, taken } = besideOf(contact);
  return [added.length > 0 && `+${added.length}`, taken.length > 0 && `−${taken.length}`].filter(Boolean).join(' ');
}

/** The rights beside the role by name, for the hint of "+2 −1". */
export function besideNames(contact: Contact): string {
  const { added, taken } = besideOf(contact);
  const named = (sign: string, ids: readonly number[]) => ids.map((id) => `${sign} ${rightLabel(id)}`);
  return [...named('+', added), ...named('−', taken)].join('\n');
}

const names = new Map<number, RightName>(Object.entries(rightIds).map(([name, id]) => [id, name as RightName]));
/** The name of a right by its id; undefined for one of a newer version. */
export const rightName = (id: number): RightName | undefined => names.get(id);
export const rightLabel = (id: number): string => rightLabels[names.get(id) ?? 'users.read'];

/** The notices that a person gets, in a word each. */
const alertsOf = (contact: Contact): string[] =>
  [
    contact.getsCollectionNotices && 'Collection',
    contact.getsBillingAlerts && 'Billing',
    contact.getsSystemAlerts && 'System',
    contact.getsTickets && 'Tickets',
  ].filter((word) => word !== false);

/** What an invitation waits for; null if it was used or the person needs none. */
export function invitationWords({ invitation }: Contact, now: number): string | null {
  if (!invitation) return null;
  if (Date.parse(invitation.until) < now) return 'Invitation expired';
  return invitation.sentAt === null ? 'Invitation email not sent yet' : 'Invitation sent';
}
