import type { SubmissionRow } from '#contract/rows/submission.ts';
import type { DueSubmission } from '#server/submissions/sending/sender.ts';

/** A submission in the service's database: its queue (`submission`), and what devices hold of it (`base`). Never changed in place. */
export type QueuedSubmission = DueSubmission & {
  readonly base: SubmissionRow;
  readonly eventId: string;
  readonly extId: string;
  readonly status: string;
  readonly statusAt: string | null;
  readonly words: string;
  /** In milliseconds; null: the queue does not look at it again. */
  readonly nextAt: number | null;
  readonly leaseUntil: number | null;
  /** Until when a call without an answer may make the caregiver at the destination. */
  readonly appearsUntil: number | null;
};

/** A webhook as it came in, by its body. */
export type ReceivedHook = {
  readonly extId: string;
  readonly providerJobId: string;
  readonly extCaregiverId: string;
  readonly isSettled: boolean;
};

/** What one customer's database holds of submissions. */
export type SubmissionDisk = {
  readonly queued: Map<number, QueuedSubmission>;
  readonly hooks: Map<string, ReceivedHook>;
  /** How far the events of the source were read. */
  readonly cursors: Map<'source', number>;
};

export const noSubmissions = (): SubmissionDisk => ({ queued: new Map(), hooks: new Map(), cursors: new Map() });

export const copyOfSubmissions = ({ queued, hooks, cursors }: SubmissionDisk): SubmissionDisk => ({
  queued: new Map(queued),
  hooks: new Map(hooks),
  cursors: new Map(cursors),
});

/** The ids of both targets. */
export const [sourceId, destinationId] = [151, 152] as const;

/** Caregivers of the source. The first two are one person under two ids. */
export const caregivers: ReadonlyMap<string, string> = new Map([
  ['70001', 'ann@example.com'],
  ['70002', 'Ann@example.com'],
  ['70003', 'ben@example.com'],
]);

export const caregiverOf = (lot: number): string => [...caregivers.keys()][lot % caregivers.size] ?? '';

/** What devices hold of a submission. */
export const shownOf = ({ base, state, status, statusAt, extId, words }: QueuedSubmission): SubmissionRow => ({
  ...base,
  state,
  status,
  statusAt,
  extId,
  errorText: words,
});
