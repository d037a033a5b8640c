import * as z from 'zod';
import { CustomerListItem } from '#contract/people/customers.ts';
import { UserPrefs, UserRole } from '#contract/people/users.ts';
import { localSettings } from '#src/store/local-settings.ts';
import type { StoreKey } from '#src/store/store.ts';
import { localSetting } from '#src/ui/local-setting.ts';

/** The last user and customer on this device, which the app needs to open offline. No token, no password. */
const LastPerson = z.object({
  role: UserRole,
  prefs: UserPrefs,
  customer: z.object({ id: z.number(), name: z.string() }),
  /** The customers of a linked user, with the rights that the links carry. Empty for others. */
  customers: z.array(CustomerListItem).default([]),
  /** When the service last confirmed this session. */
  confirmedAt: z.string(),
});
export type LastPerson = z.infer<typeof LastPerson>;

const name = 'last-person';
export const lastPerson = localSetting(name, LastPerson.nullable(), null);

/**
 * Whether this browser may hold a session: someone signed in and did not sign out. Also true for what an older version wrote, in
 * a form that this one cannot read. On a first visit, asking the service would only fail, with a red line in the console.
 */
export const mayHoldSession = (): boolean => lastPerson.read() !== null || (localSettings.read(name) ?? null) !== null;

/** The user signed out while the service was unreachable: its cookie must not sign them in again. */
export const leftUntold = localSetting('left-untold', z.boolean(), false);

/** Hours that the app opens without a confirmation of the session by the service [edge case 20]. */
const leaseHours = 72;

/** Whether the app may open this device's data without the service. Setting the clock back does not lengthen the lease. */
export function isLeased({ confirmedAt }: Pick<LastPerson, 'confirmedAt'>, nowMs: number): boolean {
  const age = nowMs - Date.parse(confirmedAt);
  return age >= -3_600_000 && age < leaseHours * 3_600_000;
}

/** The store that opens for the last user without the service; null if none may open. */
export function storeOfLast(last: LastPerson, nowMs: number): StoreKey | null {
  if (leftUntold.read() || !isLeased(last, nowMs)) return null;
  return { origin: window.location.origin, userId: last.role.userId, customerId: last.customer.id, impersonation: null };
}
