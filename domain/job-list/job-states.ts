import type { JobRow } from '#contract/rows/jobs.ts';
import { instantMs } from '../columns/instant.ts';
import { canceledBy } from '../jobs/canceled-by.ts';
import { has } from '../jobs/flags.ts';

/** What a state means for the person: good, bad, or neither. */
type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info' | 'pending';

/** A state in one or two words and one sentence. */
export type JobBadge = { readonly words: string; readonly tone: Tone; readonly means: string };

export type StatefulJob = Pick<
  JobRow,
  'chgMap' | 'status' | 'skipRuleId' | 'postState' | 'externalJobId' | 'firstSeenAt' | 'changedAt' | 'checking'
> & {
  /** The other sources of the same order, and whether the choice between them is still to be made. */
  readonly alsoFrom?: string | null;
  readonly sameOrderState?: string | null;
  /** What the floor of rates says: `warn`, `block` or `accepted`. */
  readonly floorState?: string | null;
};

/** Display text of a job's status. The wire value uses British spelling. */
export const statusLabel = (status: string): string => (status === 'Cancelled' ? 'Canceled' : status);

const dayMs = 86_400_000;

/** All states of a job, most urgent first. A cell shows two of them and the number of the others. */
export function jobBadges(job: StatefulJob, nowMs: number): readonly JobBadge[] {
  const badges: JobBadge[] = [];
  const add = (words: string, tone: Tone, means: string) => badges.push({ words, tone, means });
  const post = postBadge(job);
  if (post?.tone === 'bad') badges.push(post);
  const canceler = canceledBy(job);
  if (canceler?.by === 'hand') add('Canceled', 'bad', 'Canceled manually. Reopen it to post it.');
  else if (canceler?.by === 'rule') add('Canceled', 'neutral', `Canceled by rule ${canceler.ruleId}.`);
  else if (canceler) add('Canceled', 'neutral', 'Canceled by the vendor.');
  else if (job.checking) add('Checking', 'info', 'Reopened. Its vendor is being asked whether the order still exists.');
  if (has(job.chgMap, 'onHold')) add('Held', 'warn', 'On hold. Not posted until released.');
  if (has(job.chgMap, 'hidden')) add('Hidden', 'neutral', 'Hidden from the default views.');
  // For some target.
  const isToChoose = job.sameOrderState?.includes(':choose]') === true;
  if (job.alsoFrom)
    add(
      `Also from ${job.alsoFrom}`,
      isToChoose ? 'warn' : 'neutral',
      isToChoose ? 'The same order from two sources. Choose which one to post.' : 'The same order from two sources.',
    );
  const floor = job.status === 'Open' ? floorBadge(job.floorState ?? null) : null;
  if (floor) badges.push(floor);
  if (post && post.tone !== 'bad') badges.push(post);
  if (has(job.chgMap, 'filled') || job.status === 'Filled') add('Filled', 'neutral', 'The vendor lists the job as filled.');
  if (has(job.chgMap, 'submission')) add('Submitted', 'info', 'Caregivers were put forward for this job.');
  const isNew = nowMs - instantMs(job.firstSeenAt) < dayMs;
  if (isNew) add('New', 'info', 'Collected for the first time within the last 24 hours.');
  else if (nowMs - instantMs(job.changedAt) < dayMs) add('Changed', 'neutral', 'The vendor changed it within the last 24 hours.');
  return badges;
}

function floorBadge(floorState: string | null): JobBadge | null {
  const words = 'Below floor';
  if (floorState === 'block') return { words, tone: 'warn', means: 'Its rate is below the floor. Accept it to post the job.' };
  if (floorState === 'warn') return { words, tone: 'warn', means: 'Its rate is below the floor. It can be posted.' };
  if (floorState === 'accepted') return { words, tone: 'neutral', means: 'Its rate is below the floor and was accepted.' };
  return null;
}

function postBadge({ postState, externalJobId }: StatefulJob): JobBadge | null {
  switch (postState) {
    case null:
      return null;
    case 'done':
      return { words: 'Posted', tone: 'good', means: `In the ATS as ${externalJobId ?? 'its own job'}.` };
    case 'failed':
      if (externalJobId !== null)
        return {
          words: 'Not updated',
          tone: 'bad',
          means: 'The ATS rejected an update to the job. Open it to see why and retry.',
        };
      return { words: 'Failed', tone: 'bad', means: 'The ATS rejected the job. Open it to see why and retry.' };
    case 'dryRun':
      return { words: 'Dry run', tone: 'neutral', means: 'Checked in a dry run. Nothing was sent to the ATS.' };
    case 'human':
      return { words: 'Decide', tone: 'bad', means: 'The ATS did not confirm the post. Decide whether to resend it.' };
    case 'unknown':
      return { words: 'Checking', tone: 'pending', means: 'The ATS did not confirm the post. Looking up the job there.' };
    case 'wanted':
    case 'sending':
      return { words: 'Posting', tone: 'pending', means: 'Being posted to the ATS.' };
  }
}
