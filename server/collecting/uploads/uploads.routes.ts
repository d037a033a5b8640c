import {
  commitUpload,
  uploadAtsClients,
  uploadAtsDegrees,
  uploadAtsShifts,
  uploadAtsSpecialties,
  uploadJobs,
} from '#contract/collecting/collect.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import type { CollectedJob } from '#domain/jobs/collected-job.ts';
import { publish } from '#server/feed/publish.ts';
import { type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { sourceNamed } from '#server/mapping/sources/sources.ts';
import { suggestAnew } from '#server/mapping/values/suggest.ts';
import type { Collection } from '#server/parsing/collect-records.ts';
import type { FeedProblem } from '#server/parsing/files/feed-problem.ts';
import { applyList } from '#server/targets/sync-lists.ts';
import { targetsOf } from '#server/targets/target-rows.ts';
import { collectorPorts } from '../tasks/collector-ports.ts';
import { stageJobs } from '../tasks/stage-jobs.ts';
import { readAtsList } from './ats-lists.ts';

/** Rows shown before a file is staged, and refusals shown at most (all are counted). */
const sampleRows = 20;
const shownRefusals = 500;

export const uploadRoutes: Handler[] = [
  handle(uploadJobs, async ({ cust, file, fileName }, { services, actor }) => {
    const read = await readJobs(services, file);
    if (!read.ok) return refusedFile(read.error);
    const day = new Date(services.now().getTime() - 86_400_000);
    await services.db.deleteFrom('upload').where('customer_id', '=', cust).where('created_at', '<', day.toISOString()).execute();
    const { id } = await services.db
      .insertInto('upload')
      .values({ customer_id: cust, user_id: actor.userId, file_name: fileName, bytes: Buffer.from(file) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { format, jobs, refused, truncated } = read.value;
    return ok({
      file: id,
      format,
      jobs: jobs.length,
      refused: shownRows(refused),
      refusedCount: refused.length,
      sample: jobs.slice(0, sampleRows).map(sampleOf),
      derivedIds: jobs.filter((job) => job.idDerived).length,
      truncated: truncated ?? null,
    });
  }),
  handle(commitUpload, async ({ cust, file, source: name }, { services }) => {
    const upload = await services.db
      .selectFrom('upload')
      .select(['bytes', 'file_name'])
      .where('customer_id', '=', cust)
      .where('id', '=', file)
      .executeTakeFirst();
    if (!upload) return no({ kind: 'not_found' as const });
    const read = await readJobs(services, upload.bytes);
    if (!read.ok) return refusedFile(read.error);
    const source = await services.db.transaction().execute(async (tx) => {
      const named = await sourceNamed(tx, cust, name);
      if (named.publications.length > 0) await publish(tx, cust, named.publications);
      return named.source;
    });
    const { jobs, refused } = read.value;
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
    return ok({ status: 'ok' as const, message: `${jobs.length} jobs staged`, added, changed, same, refused: refused.length });
  }),
  handle(uploadAtsClients, ({ cust, target, file }, { services }) => loadList(services, cust, target, 'facility', file)),
  handle(uploadAtsDegrees, ({ cust, target, file }, { services }) => loadList(services, cust, target, 'degree', file)),
  handle(uploadAtsSpecialties, ({ cust, target, file }, { services }) => loadList(services, cust, target, 'specialty', file)),
  handle(uploadAtsShifts, ({ cust, target, file }, { services }) => loadList(services, cust, target, 'shift', file)),
];

const readJobs = (services: Services, bytes: Uint8Array): Promise<Result<Collection, FeedProblem>> =>
  collectorPorts(services).read(bytes, { today: services.now().toISOString().slice(0, 10) });

type RefusedFile = { kind: 'too_large'; limit: string } | { kind: 'invalid'; fields: Record<string, string> };

/** A file that cannot be read at all: which limit, or what to do about the file. */
function refusedFile(problem: FeedProblem): { ok: false; error: RefusedFile } {
  if (problem.kind === 'too_large' || problem.kind === 'timeout') return no({ kind: 'too_large', limit: problem.words });
  return no({ kind: 'invalid', fields: { file: problem.words } });
}

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

type Loaded = Result<ReplyOf<typeof uploadAtsClients>, { kind: 'not_found' } | RefusedFile>;

async function loadList(
  services: Services,
  customerId: number,
  targetId: number,
  kind: MapKind,
  file: Uint8Array,
): Promise<Loaded> {
  const target = (await targetsOf(services.db, customerId)).find(({ row }) => row.id === targetId);
  if (!target) return no({ kind: 'not_found' as const });
  const read = await readAtsList(file, kind);
  if (!read.ok) return refusedFile(read.error);
  const { values, refused } = read.value;
  const { added, changed, same } = await applyList(services.db, customerId, targetId, kind, values, { removeOthers: false });
  await suggestAnew(services.db, customerId, targetId, target.settings['autoMap'] === true, services.now());
  const message = `${added} added, ${changed} changed, ${same} already there${refused.length > 0 ? `, ${refused.length} rows refused` : ''}`;
  return ok({ message, added, changed, same, refused: shownRows(refused) });
}
