/** How every alarm of silence ends. */
const remedy = 'run the task again and accept the silence.';
/** Fewer jobs than this say nothing about what is usual. */
const fewestToJudge = 5;
/** A pull with less than this share of the open jobs is taken for a fault of the feed, not for cancellations. */
const leastShare = 0.4;

/**
 * Whether a pull that answered is suspiciously quiet: none, or far fewer jobs than are open. Words for an administrator, or
 * null. Silence is an alarm, never a mass cancel.
 */
export function silenceAlarm(openBefore: number, listed: number): string | null {
  if (openBefore < fewestToJudge || listed >= openBefore * leastShare) return null;
  const what = listed === 0 ? 'listed no jobs' : `listed ${listed} ${listed === 1 ? 'job' : 'jobs'}`;
  return `The feed answered but ${what} where ${openBefore} are open. Nothing was cancelled. Check the feed with the vendor; if it is right, ${remedy}`;
}

/** Whether an alarm is one of silence, which a person may accept. */
export const isSilence = (alarm: string): boolean => alarm.endsWith(remedy);
