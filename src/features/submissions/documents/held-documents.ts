import type { SubmissionTargetRow } from '#contract/rows/submission.ts';
import type { JrEntryRow, SubmissionEntryRow } from '#contract/rows/submission-lists.ts';
import type { SubmissionDocumentStepRow } from '#contract/rows/submission-pair.ts';
import type { DocumentMappingRow } from '#contract/submissions/documents.ts';
import { mappedBetween } from '#domain/submissions/pair-steps.ts';
import { byName } from '../mapping/by-name.ts';

type Named = { readonly id: number; readonly name: string };
/** A document type of a target that can be chosen. */
export type DocumentType = Named & { readonly groupName: string };

/** A mapped document of a target. `step` is the row of this device; null for a step of the shared mapping of the system. */
type HeldDocument = Named & {
  readonly jrId: number;
  readonly jrName: string;
  readonly isShared: boolean;
  readonly step: SubmissionDocumentStepRow | null;
};
/** A row of the mapping. Null: that step is missing. */
export type HeldDocumentRow = {
  readonly source: HeldDocument | null;
  readonly jrId: number;
  readonly jrName: string;
  readonly target: HeldDocument | null;
};

/** What this device holds of the mapping of documents from a source to a destination. */
export type HeldDocuments = {
  readonly from: readonly DocumentType[];
  readonly jr: readonly Named[];
  readonly to: readonly DocumentType[];
  readonly steps: readonly SubmissionDocumentStepRow[];
  readonly rows: readonly HeldDocumentRow[];
};

type Collections = {
  readonly steps: readonly SubmissionDocumentStepRow[];
  readonly entries: readonly SubmissionEntryRow[];
  readonly jrEntries: readonly JrEntryRow[];
  /** The mapping as the service answers it, for sides that share theirs. */
  readonly answered: readonly DocumentMappingRow[];
};
type Target = Pick<SubmissionTargetRow, 'id' | 'sharesDocuments'>;

/** Puts together what a device holds of a mapping of documents. Documents that left their list are left out. */
export function heldDocuments(
  { steps, entries, jrEntries, answered }: Collections,
  { source, destination }: { readonly source: Target; readonly destination: Target },
): HeldDocuments {
  const listed = new Map(
    entries.filter(({ kind, removed }) => kind === 'document' && !removed).map((entry) => [entry.id, entry]),
  );
  const jrNameOf = new Map(jrEntries.map(({ id, name }) => [id, name]));
  const own = steps.filter(({ purged, targetId }) => !purged && [source.id, destination.id].includes(targetId));
  const ownOf = ({ id }: Target): HeldDocument[] =>
    own.flatMap((step) => {
      const document = step.targetId === id ? listed.get(step.documentId) : undefined;
      if (!document) return [];
      const jr = { jrId: step.jrDocumentId, jrName: jrNameOf.get(step.jrDocumentId) ?? '' };
      return [{ id: document.id, name: document.name, ...jr, isShared: false, step }];
    });
  const sideOf = (target: Target, side: 'source' | 'target') =>
    byName(target.sharesDocuments ? sharedOf(answered, side) : ownOf(target));
  const typesOf = ({ id }: Target) => byName([...listed.values()].filter(({ targetId }) => targetId === id));
  const mapped = mappedBetween(sideOf(source, 'source'), sideOf(destination, 'target'), ({ jrId }) => jrId);
  const rows = mapped.map(({ source: from, target: to }) => {
    const jr = from ?? to;
    return { source: from, jrId: jr?.jrId ?? 0, jrName: jr?.jrName ?? '', target: to };
  });
  return {
    from: typesOf(source),
    jr: byName(jrEntries.filter(({ kind, removed }) => kind === 'document' && !removed)),
    to: typesOf(destination),
    steps: own,
    rows: rows.toSorted((one, other) => one.jrName.localeCompare(other.jrName, 'en')),
  };
}

/** The mapped documents of one side of an answer, each step once. */
function sharedOf(answered: readonly DocumentMappingRow[], side: 'source' | 'target'): HeldDocument[] {
  const documents = answered.flatMap((row) => {
    const document = row[side];
    if (!document) return [];
    const { id, name, jrId, jrName, isShared } = document;
    return [{ id, name, jrId, jrName, isShared, step: null }];
  });
  return [...new Map(documents.map((document) => [`${document.id}/${document.jrId}`, document])).values()];
}
