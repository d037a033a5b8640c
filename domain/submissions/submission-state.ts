/**
 * States of a submission in the service. `unknown`: it was sent and its answer was lost. `human`: a person decides whether it arrived.
 * `sent`: the destination has it. `refused`: the destination did not take it. `withdrawn`: it was taken back.
 */
export type SubmissionState = 'wanted' | 'sending' | 'unknown' | 'human' | 'sent' | 'refused' | 'withdrawn';

/** Whether a submission keeps others of the same caregiver, destination and job from being made: all but refused and withdrawn ones. */
export const isLiveSubmission = (state: SubmissionState): boolean => state !== 'refused' && state !== 'withdrawn';
