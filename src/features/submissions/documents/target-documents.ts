import type { JrEntryRow, SubmissionEntryRow } from '#contract/rows/submission-lists.ts';
import type { SubmissionDocumentStepRow } from '#contract/rows/submission-pair.ts';
import type { SubmissionDocument } from '#contract/submissions/documents.ts';
import type { SystemType } from '#contract/submissions/words.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { rivalDocumentProblem, rivalDocumentStep } from '#domain/submissions/document-steps.ts';
import { usualSide } from '#domain/submissions/systems.ts';

/** A document type of a target with the document of Jobdock (0: none) that it is mapped to. `step` is the row of this device; null for a shared one. */
export type TargetDocument = Omit<SubmissionDocument, 'linkId'> & { readonly step: SubmissionDocumentStepRow | null };

/** What this device holds of documents, of every target. */
export type Documents = {
  readonly entries: readonly SubmissionEntryRow[];
  readonly steps: readonly SubmissionDocumentStepRow[];
  readonly jrEntries: readonly JrEntryRow[];
};

/** The document types of a target whose mapping is the customer's own, each with its step: of several, the first one. */
export function targetDocuments({ entries, steps, jrEntries }: Documents, targetId: number): readonly TargetDocument[] {
  const jrNameOf = new Map(jrEntries.map(({ id, name }) => [id, name]));
  // What the service has not given an id yet comes last.
  const inOrder = steps
    .filter((step) => step.targetId === targetId && !step.purged)
    .toSorted((a, b) => Number(a.id < 0) - Number(b.id < 0) || a.id - b.id);
  const stepOf = new Map(inOrder.toReversed().map((step) => [step.documentId, step]));
  return entries
    .filter((entry) => entry.targetId === targetId && entry.kind === 'document' && !entry.removed)
    .map(({ id, extId, name, groupName }) => {
      const step = stepOf.get(id) ?? null;
      const jr = { jrId: step?.jrDocumentId ?? 0, jrName: jrNameOf.get(step?.jrDocumentId ?? 0) ?? '' };
      return { id, extId, name, groupName, ...jr, isShared: false, step };
    });
}

/** The documents of a target as the service answers them. The device holds no step of a shared mapping. */
export const sharedDocuments = (answered: readonly SubmissionDocument[]): readonly TargetDocument[] =>
  answered.map(({ linkId: _linkId, ...document }) => ({ ...document, step: null }));

/** The documents of Jobdock's own list that can be chosen, by name. */
export const jrDocuments = (jrEntries: readonly JrEntryRow[]) =>
  jrEntries
    .filter(({ kind, removed }) => kind === 'document' && !removed)
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));

type Target = { readonly id: number; readonly name: string; readonly type: SystemType };

/** The arguments that map a document to one of Jobdock: its step becomes it. `ref` is a new UUID for a new one. */
export function savedDocumentStep({ id, step }: TargetDocument, target: Target, jrDocumentId: number, ref: string) {
  const row = step ? { id: step.id, ref: step.ref } : { id: localIdOf(ref), ref };
  return { ...row, targetId: target.id, documentId: id, jrDocumentId };
}

/** Why a document cannot be mapped to one of Jobdock: another step is for it. Null if it can. */
export function documentProblem(
  document: TargetDocument,
  target: Target,
  jrDocumentId: number,
  { entries, steps, jrEntries }: Documents,
): string | null {
  const asked = { targetId: target.id, side: usualSide(target.type), documentId: document.id, jrDocumentId };
  const rival = rivalDocumentStep(
    { ...asked, id: document.step?.id ?? 0 },
    steps.filter(({ purged }) => !purged),
  );
  if (!rival) return null;
  const nameIn = (rows: readonly { readonly id: number; readonly name: string }[], id: number) =>
    rows.find((row) => row.id === id)?.name ?? 'A document';
  const names = { name: nameIn(entries, rival.documentId), jrName: nameIn(jrEntries, rival.jrDocumentId) };
  return rivalDocumentProblem(target.name, { side: rival.side, ...names }).message;
}
