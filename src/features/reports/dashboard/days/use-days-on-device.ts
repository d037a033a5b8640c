import { dayNumber } from '#domain/query/day-number.ts';
import { useGridAnswer } from '#src/entities/job/use-grid-answer.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';

/**
 * How many of this device's jobs were first seen on each of these days, in the person's zone, as the staging grid counts them. A kept
 * figure links to its jobs only if it is the same: it does not know jobs that were removed since, and its days are the customer's.
 */
export function useDaysOnDevice(days: readonly string[]): ReadonlyMap<string, number> {
  const { timeZone } = useFormat().preferences;
  const conditions = days.map((day) => {
    const on = dayNumber(day) ?? 0;
    return { kind: 'days', column: 'firstSeenAt', from: on, to: on, zone: timeZone } as const;
  });
  const { answer, ready, current } = useGridAnswer(conditions, (client, asked) => client.counts(asked));
  return new Map(ready && current ? days.map((day, i) => [day, answer?.[i] ?? 0]) : []);
}
