import type { JobRow } from '#contract/rows/jobs.ts';
import { has } from '#domain/jobs/flags.ts';
import type { BadgeTone } from '#src/ui/mark/state-badge.tsx';

/** A state in one or two words and one sentence. */
export type JobBadge = { readonly words: string; readonly tone: BadgeTone; readonly means: string };

export type StatefulJob = Pick<JobRow, 'chgMap' | 'status' | 'postState' | 'externalJobId' | 'firstSeenAt' | 'changedAt'>;

const dayMs = 86_400_000;

/** Every state a job is in, the most pressing first: a cell shows two of them and the number of the others. */
export function jobBadges(job: StatefulJob, nowMs: number): readonly JobBadge[] {
  const badges: JobBadge[] = [];
  const add = (words: string, tone: BadgeTone, means: string) => badges.push({ words, tone, means });
  const post = postBadge(job);
  if (post?.tone === 'bad') badges.push(post);
  if (has(job.chgMap, 'manuallyCancelled')) add('Cancelled', 'bad', 'Cancelled by hand: reopen it to post it.');
  else if (job.status === 'Cancelled') add('Cancelled', 'neutral', 'The vendor has cancelled the job.');
  if (has(job.chgMap, 'onHold')) add('Held', 'warn', 'On hold: not posted until it is released.');
  if (has(job.chgMap, 'hidden')) add('Hidden', 'neutral', 'Hidden from the daily views.');
  if (post && post.tone !== 'bad') badges.push(post);
  if (has(job.chgMap, 'filled') || job.status === 'Filled') add('Filled', 'neutral', 'The vendor lists the job as filled.');
  if (has(job.chgMap, 'submission')) add('Submitted', 'info', 'Caregivers were submitted to this job.');
  const isNew = nowMs - Date.parse(job.firstSeenAt) < dayMs;
  if (isNew) add('New', 'info', 'Collected for the first time within the last 24 hours.');
  else if (nowMs - Date.parse(job.changedAt) < dayMs)
    add('Changed', 'neutral', 'The vendor changed it within the last 24 hours.');
  return badges;
}

function postBadge({ postState, externalJobId }: StatefulJob): JobBadge | null {
  switch (postState) {
    case null:
      return null;
    case 'done':
      return { words: 'Posted', tone: 'good', means: `In the ATS as ${externalJobId ?? 'a job of its own'}.` };
    case 'failed':
      if (externalJobId !== null)
        return {
          words: 'Not updated',
          tone: 'bad',
          means: 'The ATS refused an update of the job. Open it to see why and try again.',
        };
      return { words: 'Failed', tone: 'bad', means: 'The ATS refused the job. Open it to see why and try again.' };
    case 'human':
      return { words: 'Decide', tone: 'bad', means: 'The ATS gave no clear answer: decide whether to send it again.' };
    case 'unknown':
      return { words: 'Checking', tone: 'pending', means: 'The ATS gave no clear answer; the job is being looked up there.' };
    case 'wanted':
    case 'sending':
      return { words: 'Posting', tone: 'pending', means: 'On its way to the ATS.' };
  }
}
