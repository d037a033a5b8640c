import type { SubmissionState } from '#contract/rows/submission.ts';

/** How far a submission came. `refused` and `withdrawn` end it; the others follow each other. */
export const submissionStages = ['sent', 'review', 'interview', 'offer', 'placed', 'refused', 'withdrawn'] as const;
export type SubmissionStage = (typeof submissionStages)[number];

/** How people call each stage. */
export const stageNames: Readonly<Record<SubmissionStage, string>> = {
  sent: 'Sent',
  review: 'In review',
  interview: 'Interview',
  offer: 'Offer',
  placed: 'Placed',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
};

/** Words of destinations for each stage. The first line that fits counts, so that “Offer declined” is no offer and “Not selected” no selection. */
const words: readonly (readonly [SubmissionStage, RegExp])[] = [
  ['withdrawn', /withdr/i],
  ['refused', /declin|reject|refus|disqualif|\bnot\b|cancel|closed|lost|expired/i],
  ['placed', /accept|placed|placement|hired|booked|confirmed|onboard|started|filled/i],
  ['offer', /offer/i],
  ['interview', /interview/i],
  ['review', /review|consider|short.?list|screen|present|forward|select|pending/i],
];

/** The stage that a destination's status means. A status with other words is `sent`: it says no more than that the submission is there. */
export const stageOf = (status: string): SubmissionStage => words.find(([, pattern]) => pattern.test(status))?.[0] ?? 'sent';

/** A submission at its destination with the statuses that it had, in any order. `status`: the current one. */
type Followed = { readonly state: SubmissionState; readonly status: string; readonly statuses: readonly string[] };

/** The stages that a submission reached: each one up to the furthest, and the one that ended it. Empty if the destination never had it. */
export function stagesReached({ state, status, statuses }: Followed): ReadonlySet<SubmissionStage> {
  const wasThere = state === 'sent' || status !== '' || statuses.length > 0;
  if (!wasThere) return new Set();
  const ended = state === 'withdrawn' ? 'withdrawn' : stageOf(status);
  const way = submissionStages.slice(0, 5);
  const furthest = Math.max(0, ...[status, ...statuses].map((one) => way.indexOf(stageOf(one))));
  const reached = new Set<SubmissionStage>(way.slice(0, furthest + 1));
  if (ended === 'refused' || ended === 'withdrawn') reached.add(ended);
  return reached;
}
