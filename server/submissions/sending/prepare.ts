import { messages } from '#contract/kit/messages.ts';
import { documentProblem, sizeProblem } from '#domain/submissions/document-problem.ts';
import { problemWords } from '#domain/submissions/problem-words.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import type { ReadCaregiver, SentDocument, SubmissionAdapter } from '../adapter.ts';
import { sentFields } from '../check/dictionary-values.ts';
import { type Gathered, gather } from '../check/gather.ts';
import type { DueSubmission, Prepared } from './sender.ts';

/** Reads what goes out with a submission from the source, maps it, and checks it once more: much may have changed since it was asked for. */
export const preparedFrom =
  (db: Db, now: () => Date) =>
  async (due: DueSubmission, source: SubmissionAdapter, destination: SubmissionAdapter): Promise<Prepared> => {
    const read = await source.readCaregiver?.(due.caregiverId);
    if (!read) return { kind: 'refused', words: 'The source shows no caregivers, so nothing was sent.' };
    if (read.kind === 'refused') return { kind: 'refused', words: read.words };
    if (read.kind !== 'done') return { kind: 'later', words: read.words };
    const today = now().toISOString().slice(0, 10);
    const own = scopeTo(db, [due.customerId]);
    const gathered = await gather(own, { ...due, toId: due.targetId }, read.value, destination, today);
    const [first] = gathered.problems;
    if (first) return { kind: 'refused', words: problemWords(first, messages.sameSubmissionTarget) };
    if (!read.value) return { kind: 'refused', words: problemWords({ kind: 'caregiverGone' }, '') };
    const documents = await readDocuments(source, destination, due, gathered);
    return Array.isArray(documents) ? ready(due, read.value, gathered, documents) : documents;
  };

type NotReady = Exclude<Prepared, { kind: 'ready' }>;

/** The files of the package with their bytes, or why they cannot go along. */
async function readDocuments(
  source: SubmissionAdapter,
  { documentLimits }: SubmissionAdapter,
  { caregiverId }: DueSubmission,
  { packed }: Gathered,
): Promise<SentDocument[] | NotReady> {
  if (documentLimits && packed.documents.length > documentLimits.count)
    return { kind: 'refused', words: `The destination takes ${documentLimits.count} documents at most. Shorten the package.` };
  const documents: SentDocument[] = [];
  for (const { name, extId, file } of packed.documents) {
    if (!file) continue;
    const known =
      file.size === null ? null : sizeProblem({ name: file.fileName, size: file.size }, documentLimits?.bytes ?? null);
    if (known !== null) return { kind: 'refused', words: known };
    const read = await source.readDocument?.(caregiverId, file.id);
    if (!read) return { kind: 'refused', words: 'The source shows no documents, so nothing was sent.' };
    if (read.kind === 'refused') return { kind: 'refused', words: `“${file.fileName}”: ${read.words}` };
    if (read.kind !== 'done') return { kind: 'later', words: read.words };
    const content = read.value;
    const sent = { name: file.fileName, size: content.length, head: content.subarray(0, 8) };
    const problem = documentProblem(sent, documentLimits?.bytes ?? null);
    if (problem !== null) return { kind: 'refused', words: problem };
    documents.push({ typeExtId: extId, name, fileName: file.fileName, content });
  }
  return documents;
}

function ready(
  due: DueSubmission,
  caregiver: ReadCaregiver,
  { pair, packed, dictionaries }: Gathered,
  documents: SentDocument[],
): Prepared {
  const { degreeExtId, specialtyExtId } = pair;
  return {
    kind: 'ready',
    submission: {
      reference: due.reference,
      providerJobId: due.providerJobId,
      extCaregiverId: null,
      caregiver,
      degreeExtId,
      specialtyExtId,
      fields: sentFields(dictionaries),
      documents,
    },
    used: {
      degree: pair.degree,
      specialty: pair.specialty,
      packageId: packed.packageId,
      documents: documents.map(({ name }) => name),
      dictionaries: dictionaries.map(({ name, entry }) => ({ name, value: entry?.name ?? null })),
    },
    warnings:
      packed.packageId === 0 ? 'The destination has no package for this degree and specialty, so no document went along.' : '',
  };
}
