import { dayNumber } from '#domain/query/day-number.ts';

/** From this many days before a password expires, its task needs attention. */
export const expiryNoticeDays = 7;

type Expiring = {
  readonly passwordExpiresOn: string | null;
  readonly passwordChangedBy: string | null;
  readonly passwordChangedAt: string | null;
};

/** What a task must say about its password; null while there is nothing to say. `today` is a calendar day. */
export function expiryWords({ passwordExpiresOn, passwordChangedBy, passwordChangedAt }: Expiring, today: string): string | null {
  // Rows that a device holds since an earlier version lack the field.
  if (!passwordExpiresOn) return null;
  const [last, now] = [dayNumber(passwordExpiresOn), dayNumber(today)];
  if (last === null || now === null || last - now > expiryNoticeDays) return null;
  const days = last - now;
  const when =
    days < 0
      ? `expired on ${passwordExpiresOn}`
      : days === 0
        ? 'expires today'
        : `expires in ${days} ${days === 1 ? 'day' : 'days'}`;
  const changed =
    passwordChangedBy === null || passwordChangedAt === null
      ? ''
      : ` ${passwordChangedBy} changed it last, on ${passwordChangedAt.slice(0, 10)}.`;
  return `The password ${when}. Change it at the vendor, then enter the new one in the task.${changed}`;
}

/** The same task; where its run has no alarm and its password is about to expire, that is its alarm. */
export const withExpiry = <T extends Expiring & { readonly alarm: string | null }>(task: T, today: string): T =>
  task.alarm === null ? { ...task, alarm: expiryWords(task, today) } : task;
