/** How much a ticket matters, as the provider's people judge it. */
export type TicketPriority = 'urgent' | 'high' | 'normal' | 'low';

/** Hours until the first answer is due, by priority. */
const dueHours: Readonly<Record<TicketPriority, number>> = { urgent: 1, high: 4, normal: 24, low: 72 };

/** When the first answer to a ticket is due: so many hours after it was created. Both are UTC instants in milliseconds. */
export const firstAnswerDue = (createdAt: number, priority: TicketPriority): number => createdAt + dueHours[priority] * 3_600_000;

/** What became of the first answer. `at` and `dueAt` are UTC instants in milliseconds; `at` is null as long as there is none. */
export function firstAnswerState(
  { dueAt, at }: { readonly dueAt: number; readonly at: number | null },
  now: number,
): 'inTime' | 'late' | 'waiting' | 'overdue' {
  if (at !== null) return at <= dueAt ? 'inTime' : 'late';
  return now <= dueAt ? 'waiting' : 'overdue';
}
