/** `SubmissionAvailable` of a vendor that takes submissions for the job, without a number. */
export const submissionsOpen = 999;

/** How many submissions a vendor takes for a job. */
export type SubmissionAvailable = { readonly allowed: boolean; readonly count: number | null };

/** Reads `SubmissionAvailable` as documented: 999 allows submissions, 1 to 998 is their number, any other value allows none. */
export function submissionAvailable(value: unknown): SubmissionAvailable {
  const number = typeof value === 'number' ? value : Number.NaN;
  if (number === submissionsOpen) return { allowed: true, count: null };
  const isCount = Number.isInteger(number) && number > 0 && number < submissionsOpen;
  return { allowed: isCount, count: isCount ? number : null };
}
