import type { JobScope } from '#contract/collecting/job-scope.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { dayNumber } from '#domain/query/day-number.ts';

/** Every job of a vendor. */
export const everyJob: JobScope = {
  travel: true,
  perDiem: true,
  permanent: true,
  daysFrom: null,
  daysTo: null,
  daysFromPerDiem: null,
  daysToPerDiem: null,
};

/** Documented work types that are not travel. */
const permanent = 2;
const perDiem = 3;

type Judged = Pick<JobRow, 'workType' | 'startDate'>;

/**
 * Whether a task with this scope collects a job. `today` is a calendar day of the customer. A job without a start date, or one that
 * cannot be read, is collected: it may start at any time.
 */
export function isInScope({ workType, startDate }: Judged, scope: JobScope, today: string): boolean {
  const isPerDiem = workType === perDiem;
  const isIncluded = isPerDiem ? scope.perDiem : workType === permanent ? scope.permanent : scope.travel;
  if (!isIncluded) return false;
  const [from, to] = isPerDiem ? [scope.daysFromPerDiem, scope.daysToPerDiem] : [scope.daysFrom, scope.daysTo];
  const [start, now] = [startDate === null ? null : dayNumber(startDate), dayNumber(today)];
  if (start === null || now === null) return true;
  const days = start - now;
  return (from === null || days >= from) && (to === null || days <= to);
}

/** Whether what a scope lets through depends on the day. */
export const hasDays = ({ daysFrom, daysTo, daysFromPerDiem, daysToPerDiem }: JobScope): boolean =>
  [daysFrom, daysTo, daysFromPerDiem, daysToPerDiem].some((days) => days !== null);

/** What must be changed in a scope before it can be saved, by field. Empty if nothing. */
export function scopeProblems(scope: JobScope): Record<string, string> {
  if (!scope.travel && !scope.perDiem && !scope.permanent) return { travel: 'Choose at least one work type' };
  return { ...orderProblem(scope, 'daysFrom', 'daysTo'), ...orderProblem(scope, 'daysFromPerDiem', 'daysToPerDiem') };
}

function orderProblem(scope: JobScope, from: keyof JobScope, to: keyof JobScope): Record<string, string> {
  const [first, last] = [scope[from], scope[to]];
  const isReversed = typeof first === 'number' && typeof last === 'number' && last < first;
  return isReversed ? { [to]: `Write ${first} or more days: the last day comes after the first` } : {};
}

/** A scope as sentences for people: its work types by the given names, and its days. */
export function scopeSentences(scope: JobScope, names: { readonly [K in 'travel' | 'permanent' | 'perDiem']: string }): string[] {
  const others = [scope.travel && names.travel, scope.permanent && names.permanent].filter((name) => name !== false);
  return [
    ...(others.length > 0 ? [`${others.join(' and ')}: ${daysWords(scope.daysFrom, scope.daysTo)}`] : []),
    ...(scope.perDiem ? [`${names.perDiem}: ${daysWords(scope.daysFromPerDiem, scope.daysToPerDiem)}`] : []),
  ];
}

function daysWords(from: number | null, to: number | null): string {
  if (from === null && to === null) return 'any start date';
  if (from === null) return `starting within ${days(to ?? 0)}`;
  if (to === null) return `starting in ${days(from)} or later`;
  return `starting in ${from} to ${days(to)}`;
}

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);
