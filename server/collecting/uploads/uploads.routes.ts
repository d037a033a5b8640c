import { sql } from 'kysely';
import {
  commitUpload,
  uploadAtsClients,
  uploadAtsDegrees,
  uploadAtsShifts,
  uploadAtsSpecialties,
  uploadJobs,
} from '#contract/collecting/uploads.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { no, type Result } from '#contract/kit/result.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import type { CollectedJob } from '#domain/jobs/collected-job.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Receipt } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { type Done, done, type RecordLine } from '#server/kit/http/audited.ts';
import { type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { sourceNamed } from '#server/mapping/sources/sources.ts';
import { refreshSuggestions } from '#server/mapping/values/suggest.ts';
import type { Collection } from '#server/parsing/collect-records.ts';
import type { FeedProblem } from '#server/parsing/files/feed-problem.ts';
import { collectApart } from '#server/parsing/read-apart.ts';
import { type RefusedFile, refusedFile } from '#server/parsing/refused-file.ts';
import { applyList } from '#server/targets/sync-lists.ts';
import type { StoredTarget } from '#server/targets/target-rows.ts';
import { stageJobs } from '../tasks/stage-jobs.ts';
import { readAtsList } from './ats-lists.ts';

/** Rows in the preview of a file, and maximum number of rejected rows returned (all are counted). */
const sampleRows = 20;
const shownRefusals = 500;
/** Uploaded files that a person may have waiting to be staged. */
const storedPerPerson = 3;

const target = row('target', 'target');
const listUpload = { audit: 'list.upload', ownTransactions: true, load: { target } } as const;

export const uploadRoutes: Handler[] = [
  handle(
    uploadJobs,
    { audit: 'upload.receive', ownTransactions: true },
    async ({ cust, file, fileName }, { services, actor, record }) => {
      const read = await readJobs(services, file, cust);
      if (!read.ok) return refusedFile(read.error);
      const { id, receipt } = await services.db.transaction().execute(async (tx) => {
        const { id } = await tx
          .insertInto('upload')
          .values({ customer_id: cust, user_id: actor.userId, file_name: fileName, bytes: Buffer.from(file) })
          .returning('id')
          .executeTakeFirstOrThrow();
        await forgetEarlier(tx, { customerId: cust, userId: actor.userId });
        return { id, receipt: await record(tx, { object: ['upload', id], facts: { fileName, bytes: file.byteLength } }) };
      });
      const { format, jobs, refused, truncated } = read.value;
      const reply = {
        file: id,
        format,
        jobs: jobs.length,
        refused: shownRows(refused),
        refusedCount: refused.length,
        sample: jobs.slice(0, sampleRows).map(sampleOf),
        derivedIds: jobs.filter((job) => job.idDerived).length,
        truncated: truncated ?? null,
      };
      return done(reply, receipt);
    },
  ),
  handle(
    commitUpload,
    { audit: 'upload.stage', ownTransactions: true },
    async ({ cust, file, source: name }, { services, record }) => {
      const upload = await services.db
        .selectFrom('upload')
        .select(['bytes', 'file_name'])
        .where('customer_id', '=', cust)
        .where('id', '=', file)
        .executeTakeFirst();
      if (!upload) return no({ kind: 'not_found' as const });
      const read = await readJobs(services, upload.bytes, cust);
      if (!read.ok) return refusedFile(read.error);
      const { jobs, refused } = read.value;
      // Recorded with the source, before the jobs, which are staged in several transactions.
      const { source, receipt } = await services.db.transaction().execute(async (tx) => {
        const { source, publications } = await sourceNamed(tx, cust, name);
        const facts = { fileName: upload.file_name, source: source.name, jobs: jobs.length, refused: refused.length };
        const receipt = await record(tx, { object: ['upload', file], facts });
        if (publications.length > 0) await writeRows(tx, cust, publications);
        return { source, receipt };
      });
      const counts = await stageJobs(
        services.db,
        { customerId: cust, taskId: null, sourceId: source.id, source: source.name },
        jobs,
        services.now,
      );
      await services.db
        .insertInto('collection_run')
        .values({
          customer_id: cust,
          how: 'upload',
          file_name: upload.file_name,
          started_at: services.now(),
          ended_at: services.now(),
          outcome: `${jobs.length} jobs staged`,
          counts: JSON.stringify(counts),
          refused: JSON.stringify(refused.slice(0, 1000)),
        })
        .execute();
      await services.db.deleteFrom('upload').where('customer_id', '=', cust).where('id', '=', file).execute();
      const { added, changed, same } = counts;
      const message = `${jobs.length} jobs staged`;
      return done({ status: 'ok' as const, message, added, changed, same, refused: refused.length }, receipt);
    },
  ),
  handle(uploadAtsClients, listUpload, ({ file }, call, { target }) => loadList(call, target, 'facility', file)),
  handle(uploadAtsDegrees, listUpload, ({ file }, call, { target }) => loadList(call, target, 'degree', file)),
  handle(uploadAtsSpecialties, listUpload, ({ file }, call, { target }) => loadList(call, target, 'specialty', file)),
  handle(uploadAtsShifts, listUpload, ({ file }, call, { target }) => loadList(call, target, 'shift', file)),
];

/** A person stages one file after the other, so only the newest ones are stored: nobody fills the disk with files. */
const forgetEarlier = (tx: Tx, { customerId, userId }: { customerId: number; userId: number }) =>
  sql`
  delete from upload where customer_id = ${customerId} and user_id = ${userId} and id not in (
    select id from upload where customer_id = ${customerId} and user_id = ${userId} order by created_at desc, id limit ${storedPerPerson})`.execute(
    tx,
  );

const readJobs = ({ now }: Services, bytes: Uint8Array, customerId: number): Promise<Result<Collection, FeedProblem>> =>
  collectApart(bytes, { today: now().toISOString().slice(0, 10) }, { customerId });

const shownRows = (refused: Collection['refused']) =>
  refused.slice(0, shownRefusals).map(({ row, problems }) => ({ row, problems: [...problems] }));

const sampleOf = (job: CollectedJob) => ({
  providerJobId: job.providerJobId,
  title: job.title,
  facility: job.facility,
  city: job.city,
  state: job.state,
  degree: job.degree,
  specialty: job.specialty,
  shift: job.shift,
  billRate: job.billRate,
  startDate: job.startDate,
  durationDays: job.durationDays,
});

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
  const { added, changed, same } = await applyList(db, customerId, id, kind, values, { removeOthers: false });
  await refreshSuggestions(db, customerId, id, settings['autoMap'] === true, now());
  const message = `${added} added, ${changed} changed, ${same} already there${refused.length > 0 ? `, ${refused.length} rows refused` : ''}`;
  return done({ message, added, changed, same, refused: shownRows(refused) }, receipt);
}
