import { uploadSubmissionDegrees, uploadSubmissionDocuments, uploadSubmissionSpecialties } from '#contract/submissions/lists.ts';
import { done, type RecordLine } from '#server/kit/http/audited.ts';
import { type Call, type Handler, handle } from '#server/kit/http/handle.ts';
import { refusedFile } from '#server/parsing/refused-file.ts';
import { type StoredSubmissionTarget, submissionTarget } from '../targets/target-rows.ts';
import { applyEntries, noteListRead } from './entry-rows.ts';
import { readUploadedList, type UploadedKind } from './upload-lists.ts';

/** At most this many refused rows are returned. */
const shownRefusals = 500;
const options = { audit: 'submission.list.upload', ownTransactions: true, load: { target: submissionTarget('target') } } as const;
type Uploading = Call & { readonly record: RecordLine };

/** Uploads of lists of submission targets. */
export const uploadRoutes: Handler[] = [
  handle(uploadSubmissionDegrees, options, ({ file }, call, { target }) => uploaded(call, target, 'degree', file)),
  handle(uploadSubmissionSpecialties, options, ({ file }, call, { target }) => uploaded(call, target, 'specialty', file)),
  handle(uploadSubmissionDocuments, options, ({ file }, call, { target }) => uploaded(call, target, 'document', file)),
];

async function uploaded(
  { services: { db, now }, record }: Uploading,
  { customerId, row }: StoredSubmissionTarget,
  kind: UploadedKind,
  file: Uint8Array,
) {
  const read = await readUploadedList(db, { customerId, targetId: row.id }, kind, file, { customerId });
  if (!read.ok) return refusedFile(read.error);
  const { entries, refused } = read.value;
  const place = { customerId, targetId: row.id, kind, objectId: 0 };
  const stored = await db.transaction().execute(async (tx) => {
    const changes = await applyEntries(tx, place, entries, { removeOthers: false });
    if (entries.length > 0) await noteListRead(tx, place, now(), true);
    const facts = { name: row.name, list: kind, bytes: file.byteLength };
    return { ...changes, receipt: await record(tx, { object: ['submissionTarget', row.id], facts }) };
  });
  const { added, changed, same } = stored;
  const message = `${added} added, ${changed} changed, ${same} already there${refused.length > 0 ? `, ${refused.length} rows refused` : ''}`;
  const shown = refused.slice(0, shownRefusals).map(({ row: number, problems }) => ({ row: number, problems: [...problems] }));
  return done({ message, added, changed, same, refused: shown }, stored.receipt);
}
