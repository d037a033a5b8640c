import type { PostReceipt } from '#contract/rows/jobs.ts';
import type { BadgeTone } from '#src/ui/mark/state-badge.tsx';

const states: Record<PostReceipt['state'], readonly [words: string, tone: BadgeTone]> = {
  wanted: ['Queued', 'pending'],
  sending: ['Sending', 'pending'],
  unknown: ['Checking', 'pending'],
  human: ['Decide', 'bad'],
  done: ['Posted', 'good'],
  failed: ['Failed', 'bad'],
  dryRun: ['Dry run', 'neutral'],
};

/** A post that is in the ATS, with an update that was refused. */
export const isNotUpdated = ({ state, externalId }: PostReceipt): boolean => state === 'failed' && externalId !== null;

/** The badge of one post. */
export const postState = (post: PostReceipt): readonly [words: string, tone: BadgeTone] =>
  isNotUpdated(post) ? ['Not updated', 'bad'] : states[post.state];
