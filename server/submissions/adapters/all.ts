import type { SubmissionConnector } from '../adapter.ts';

/** The adapter of each system, by the id in `domain/submissions/systems.ts`. A system without one works with files of its lists only. */
export const submissionConnectors: ReadonlyMap<number, SubmissionConnector> = new Map<number, SubmissionConnector>([]);
