import * as z from 'zod';
import { ContactFields, enabledRights } from '#contract/people/contact-fields.ts';
import type { Disagreement } from './conflict-notice.tsx';
import { rightLabel } from './person.ts';
import type { Draft } from './user-draft.ts';

/** A field that two people changed, with both values as the call has them. */
export type FieldConflict = { readonly field: string; readonly yours?: unknown; readonly theirs?: unknown };
type Roles = readonly { readonly id: number; readonly name: string }[];

const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  roleId: 'Role',
  rights: 'Rights',
  getsCollectionNotices: 'Data collection notices',
  getsBillingAlerts: 'Billing alerts',
  getsSystemAlerts: 'System alerts',
  getsTickets: 'New support tickets',
  noFeedback: 'Do not ask for feedback',
  timezone: 'Time zone',
  duration: 'Assignment length',
  dateFormat: 'Date format',
  timeFormat: 'Time format',
};

/** Conflicts in words: whose value is what. */
export const disagreementsOf = (conflicts: readonly FieldConflict[], roles: Roles): Disagreement[] =>
  conflicts.map(({ field, yours, theirs }) => ({
    field,
    label: labels[field] ?? field,
    yours: words(field, yours, roles),
    theirs: words(field, theirs, roles),
  }));

const Rights = ContactFields.shape.rights;

function words(field: string, value: unknown, roles: Roles): string {
  if (field === 'roleId') return roles.find(({ id }) => id === value)?.name ?? 'another role';
  const rights = field === 'rights' ? Rights.safeParse(value).data : undefined;
  if (rights) return enabledRights(rights).map(rightLabel).join(', ') || 'none';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return z.string().safeParse(value).data || 'blank';
}

/** The saved values of conflicting fields, as the form has them. */
export function takeTheirs(conflicts: readonly FieldConflict[]): Partial<Draft> {
  const fields = conflicts.map(({ field, theirs }) => {
    const rights = field === 'rights' ? Rights.safeParse(theirs).data : undefined;
    if (rights) return [field, enabledRights(rights)];
    return [field, field === 'roleId' ? String(theirs) : theirs];
  });
  return Object.fromEntries(fields) as Partial<Draft>;
}
