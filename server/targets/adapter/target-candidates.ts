import type { Candidate } from '#domain/job-alerts/matching.ts';

/** A page of candidates in the order of their ids, or why it could not be read, in words for people. */
export type CandidatePage =
  | { readonly kind: 'page'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'unread'; readonly words: string };

/** The candidates of a target, as it has them at this moment. Nothing of them is stored. */
export type TargetCandidates = {
  /**
   * The candidates after the one with the id `after`; an empty page is the end. Archived ones are left out. Mobile numbers are read only
   * if they are asked for.
   */
  pageAfter(after: string | null, asked: { readonly mobiles: boolean }): Promise<CandidatePage>;
};
