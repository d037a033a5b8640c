import type { SubmissionConnector } from '#server/submissions/adapter.ts';
import { submissionConnectors } from '#server/submissions/adapters/all.ts';

/** Gives a system another connector. Returns what restores the one before, as other test files in this process use it. */
export function replaceConnector(systemId: number, connector: SubmissionConnector): () => void {
  const connectors = submissionConnectors as Map<number, SubmissionConnector>;
  const before = connectors.get(systemId);
  connectors.set(systemId, connector);
  return () => void (before ? connectors.set(systemId, before) : connectors.delete(systemId));
}
