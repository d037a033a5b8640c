import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';

/** A run that is late by more than this says so. */
const lateMs = 15 * 60_000;

/** A sentence, with a space before it, if a run that was due at `dueAt` ends late at `at`; blank otherwise. */
export const lateWords = (dueAt: string | Date, zone: string, at: Date): string =>
  at.getTime() - new Date(dueAt).getTime() > lateMs ? ` It is late: it was due on ${clockOf(dueAt, zone)}.` : '';

/** An instant on the clock of a zone: `11/25/2026 08:00 AM`; blank for a text that is no instant. */
export function clockOf(instant: string | Date, zone: string): string {
  const at = new TZDate(instant instanceof Date ? instant.getTime() : Date.parse(instant), zone);
  return Number.isNaN(at.getTime()) ? '' : format(at, 'MM/dd/yyyy hh:mm a');
}
