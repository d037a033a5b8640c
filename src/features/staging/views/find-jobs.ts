import { jobQuerySchema } from '#domain/job-list/job-query.ts';
import { conditionAt } from '#domain/job-list/staging-views.ts';
import type { Condition } from '#domain/query/condition.ts';
import { dayNumber } from '#domain/query/day-number.ts';
import { localToday } from '#src/ui/format/local-today.ts';

/** The jobs that a text finds in the grid, among all jobs. Words about mapping need a target, so they find nothing here. */
export function conditionOfWords(words: string): Condition {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const today = localToday(timeZone);
  const schema = jobQuerySchema(null, dayNumber(today) ?? 0);
  return conditionAt({ view: 'all', query: words }, { target: null, schema, today, timeZone });
}
