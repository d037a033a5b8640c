import * as z from 'zod';
import { UserPrefs, UserRole } from '#contract/people/users.ts';
import type { StoreKey } from '#src/store/store.ts';
import { localSetting } from '#src/ui/local-setting.ts';

/** Who last worked here and which customer was open: what the app needs to open without a connection. No token, no password. */
const LastPerson = z.object({
  role: UserRole,
  prefs: UserPrefs,
  customer: z.object({ id: z.number(), name: z.string() }),
  /** When the service last confirmed this session. */
  confirmedAt: z.string(),
});
export type LastPerson = z.infer<typeof LastPerson>;

export const lastPerson = localSetting('last-person', LastPerson.nullable(), null);

/** Somebody signed out here while the service could not be told: its cookie must not sign them in again. */
export const leftUntold = localSetting('left-untold', z.boolean(), false);

/** How long the app opens without the service having confirmed the session [edge case 20]. */
const leaseHours = 72;

/** May what is on this device be opened without asking the service? A clock set back does not lengthen the lease. */
export function isLeased({ confirmedAt }: Pick<LastPerson, 'confirmedAt'>, nowMs: number): boolean {
  const age = nowMs - Date.parse(confirmedAt);
  return age >= -3_600_000 && age < leaseHours * 3_600_000;
}

/** The store that opens for the last person without a question; null where it does not. */
export function storeOfLast(last: LastPerson, nowMs: number): StoreKey | null {
  if (leftUntold.read() || !isLeased(last, nowMs)) return null;
  return { origin: window.location.origin, userId: last.role.userId, customerId: last.customer.id, impersonation: null };
}
