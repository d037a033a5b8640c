/** How every alarm ends that a person may accept. */
export const acceptRemedy = 'run the task again and accept the file.';
/** With fewer open jobs than this, there is no usual number to compare with. */
const fewestToJudge = 5;
/** A pull with less than this share of the open jobs counts as an error of the feed, not as cancellations. */
const leastShare = 0.4;

/**
 * Whether a successful pull is suspicious because it lists no jobs, or far fewer than are open. Returns a message for an
 * administrator, or null. Silence raises an alarm and never cancels jobs.
 */
export function silenceAlarm(openBefore: number, listed: number): string | null {
  if (openBefore < fewestToJudge || listed >= openBefore * leastShare) return null;
  const what = listed === 0 ? 'listed no jobs' : `listed ${listed} ${listed === 1 ? 'job' : 'jobs'}`;
  return `The feed answered but ${what} where ${openBefore} are open. Nothing was canceled. Check the feed with the vendor; if it is right, ${acceptRemedy}`;
}

/**
 * Whether a pull is suspicious because it lists jobs, but none of those that are open: its ids are read from another column now, so
 * that all jobs would be added again and the open ones canceled. Returns a message for an administrator, or null.
 */
export function otherIdsAlarm(openBefore: number, stillListed: number, listed: number): string | null {
  if (openBefore < fewestToJudge || stillListed > 0 || listed === 0) return null;
  const jobs = listed === 1 ? '1 job' : `${listed} jobs`;
  return `The feed lists ${jobs}, but none of the ${openBefore} open ones: its job IDs may be read from another column now. Nothing was staged or canceled. Check the columns of the feed; if they are right, ${acceptRemedy}`;
}
