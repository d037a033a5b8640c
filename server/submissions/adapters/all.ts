import type { SubmissionConnector } from '../adapter.ts';
import { bullhornSubmissionConnector } from './bullhorn/bullhorn-submissions.ts';
import { laborEdgeConnector } from './laboredge/labor-edge-submissions.ts';
import { trioConnector } from './trio/trio-adapter.ts';

/** The adapter of each system, by the id in `domain/submissions/systems.ts`. A system without one works with files of its lists only. */
export const submissionConnectors: ReadonlyMap<number, SubmissionConnector> = new Map<number, SubmissionConnector>([
  [8, bullhornSubmissionConnector],
  [25, laborEdgeConnector],
  [61, trioConnector],
]);
