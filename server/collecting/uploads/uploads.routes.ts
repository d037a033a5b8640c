import type { ColumnMapping } from '#contract/collecting/column-mapping.ts';
import {
  commitUpload,
  previewUpload,
  uploadAtsClients,
  uploadAtsDegrees,
  uploadAtsShifts,
  uploadAtsSpecialties,
  uploadJobs,
} from '#contract/collecting/uploads.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Receipt } from '#server/kit/db/audit.ts';
import { type Done, done, onlyReads, type RecordLine } from '#server/kit/http/audited.ts';
import { type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { sourceCalled, sourceNamed } from '#server/mapping/sources/sources.ts';
import { refreshSuggestions } from '#server/mapping/values/suggest.ts';
import type { Collection } from '#server/parsing/collect-records.ts';
import type { RememberedMapping } from '#server/parsing/header-signature.ts';
import { type RefusedFile, refusedFile } from '#server/parsing/refused-file.ts';
import { applyList } from '#server/targets/sync-lists.ts';
import type { StoredTarget } from '#server/targets/target-rows.ts';
import { rememberedOf, rememberedOfAll, rememberMapping } from '../column-mappings/column-mappings.ts';
import { shownRows } from '../column-mappings/feed-preview.ts';
import { readAtsList } from './ats-lists.ts';
import { readJobs, receiveFile, replyOf } from './receive-file.ts';
import { startUpload, uploadEnd } from './stage-upload.ts';

const target = row('target', 'target');
const listUpload = { audit: 'list.upload', ownTransactions: true, load: { target } } as const;

export const uploadRoutes: Handler[] = [
  handle(uploadJobs, { audit: 'upload.receive', ownTransactions: true }, ({ cust, file, fileName }, call) =>
    receiveFile(call, cust, { bytes: file, fileName }),
  ),
  handle(previewUpload, { audit: onlyReads }, async ({ cust, file, source, mapping }, { services }) => {
    const upload = await storedFile(services, cust, file);
    if (!upload) return no({ kind: 'not_found' as const });
    const learned =
      source === undefined ? await rememberedOfAll(services.db, cust) : await rememberedNamed(services, cust, source);
    const read = await readJobs(services, upload.bytes, cust, { learned, propose: true, ...(mapping && { mapping }) });
    return read.ok ? ok(await replyOf(services, cust, file, read.value)) : refusedFile(read.error);
  }),
  handle(
    commitUpload,
    { audit: 'upload.stage', ownTransactions: true },
    async ({ cust, file, source: name, mapping }, { services, actor, record }) => {
      const upload = await storedFile(services, cust, file);
      if (!upload) return no({ kind: 'not_found' as const });
      const learned = await rememberedNamed(services, cust, name);
      const read = await readJobs(services, upload.bytes, cust, { learned, propose: true, ...(mapping && { mapping }) });
      if (!read.ok) return refusedFile(read.error);
      const { jobs, refused, warned, signature } = read.value;
      const started = await services.db.transaction().execute(async (tx) => {
        const { source, publications } = await sourceNamed(tx, cust, name);
        const rows = { jobs: jobs.length, refused: refused.length, warned: warned.length };
        const facts = { fileName: upload.file_name, source: source.name, ...rows };
        if (mapping) {
          const chosen = { sourceId: source.id, signature, mapping: withoutUnknown(mapping, read.value) };
          await rememberMapping(tx, { customerId: cust, ...chosen, userId: actor.userId, at: services.now() });
        }
        const receipt = await record(tx, { object: ['upload', file], facts });
        if (publications.length > 0) await writeRows(tx, cust, publications);
        const work = { file, fileName: upload.file_name, sourceId: source.id, source: source.name, mapping: mapping ?? null };
        const runId = await startUpload(tx, { customerId: cust, ...work, total: jobs.length, by: actor, now: services.now() });
        return runId === null ? null : { receipt, runId, source };
      });
      if (started === null) return no({ kind: 'not_found' as const });
      const { receipt, runId } = started;
      const rows = { refused: refused.length, warned: warned.length };
      const counts = await uploadEnd(services, { customerId: cust, runId });
      if (counts === null) {
        const none = { added: 0, changed: 0, same: 0 };
        return done({ status: 'queued' as const, message: messages.recordQueued, ...none, ...rows }, receipt);
      }
      if ('failed' in counts) return no({ kind: 'invalid', fields: { source: counts.failed } });
      const { added, changed, same } = counts;
      return done({ status: 'ok' as const, message: `${jobs.length} jobs staged`, added, changed, same, ...rows }, receipt);
    },
  ),
  handle(uploadAtsClients, listUpload, ({ file }, call, { target }) => loadList(call, target, 'facility', file)),
  handle(uploadAtsDegrees, listUpload, ({ file }, call, { target }) => loadList(call, target, 'degree', file)),
  handle(uploadAtsSpecialties, listUpload, ({ file }, call, { target }) => loadList(call, target, 'specialty', file)),
  handle(uploadAtsShifts, listUpload, ({ file }, call, { target }) => loadList(call, target, 'shift', file)),
];

const storedFile = ({ db }: Services, customerId: number, file: string) =>
  db
    .selectFrom('upload')
    .select(['bytes', 'file_name'])
    .where('customer_id', '=', customerId)
    .where('id', '=', file)
    .executeTakeFirst();

/** What was chosen for files of the source with this name; nothing for a new source. */
async function rememberedNamed({ db }: Services, customerId: number, name: string): Promise<RememberedMapping[]> {
  const source = await sourceCalled(db, customerId, name);
  return source ? rememberedOf(db, customerId, source.id) : [];
}

/** A mapping is remembered for the columns of its file only. */
const withoutUnknown = (mapping: ColumnMapping, { columns = [] }: Collection): ColumnMapping =>
  Object.fromEntries(
    columns.flatMap(({ column }) => (Object.hasOwn(mapping, column) ? [[column, mapping[column] ?? null]] : [])),
  );

type Loaded = Result<Done<ReplyOf<typeof uploadAtsClients>, Receipt>, RefusedFile>;

async function loadList(
  { services: { db, now }, record }: { readonly services: Services; readonly record: RecordLine },
  { customerId, row: { id }, settings }: StoredTarget,
  kind: MapKind,
  file: Uint8Array,
): Promise<Loaded> {
  const read = await readAtsList(file, kind, { customerId });
  if (!read.ok) return refusedFile(read.error);
  const { values, refused } = read.value;
  // Recorded before the rows, since these are written in several transactions.
  const receipt = await record(db, { object: ['target', id], facts: { list: kind, bytes: file.byteLength } });
  const { added, changed, same } = await applyList(db, customerId, id, kind, values, { from: 'file' });
  await refreshSuggestions(db, customerId, id, settings['autoMap'] === true, now());
  const message = `${added} added, ${changed} changed, ${same} already there${refused.length > 0 ? `, ${refused.length} rows refused` : ''}`;
  return done({ message, added, changed, same, refused: shownRows(refused) }, receipt);
}
