import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { ColumnMapping } from '#contract/collecting/column-mapping.ts';
import { SourceGone } from '#server/feed/hold-source.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { noteError } from '#server/kit/lib/error-events.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import type { Collection, RefusedRow } from '#server/parsing/collect-records.ts';
import { collectApart } from '#server/parsing/read-apart.ts';
import { columnAliasesOf } from '#server/rules/field-aliases/read-field-aliases.ts';
import { type RunContext, runHandler, runNow } from '#server/runs/carry-out.ts';
import { countedIn, type RunRef, RunStopped } from '#server/runs/lease.ts';
import { type ClaimedRun, type DoRun, defineRunKind } from '#server/runs/run-kind.ts';
import { startRun } from '#server/runs/run-rows.ts';
import { rememberedOf } from '../column-mappings/column-mappings.ts';
import { keepFile } from '../kept-files/kept-files.ts';
import { type StageCounts, stageJobs } from '../staging/stage-jobs.ts';
import { statusMeanings } from '../status-texts/vendor-statuses.ts';

/** The staging of an uploaded file. */
const uploadRuns = defineRunKind({
  name: 'upload',
  work: z.object({
    file: z.string(),
    fileName: z.string(),
    sourceId: z.number(),
    source: z.string(),
    mapping: ColumnMapping.nullable(),
  }),
  limits: { atOnce: 4, perCustomer: 2, perHost: 4 },
  tries: 3,
});
type UploadWork = z.infer<typeof uploadRuns.work>;

type UploadContext = RunContext & { readonly secrets: Secrets };

type UploadRequest = UploadWork & {
  readonly customerId: number;
  readonly total: number;
  readonly by: { readonly userId: number; readonly name: string };
  readonly now: Date;
};

/** Queues the staging of an uploaded file. Returns the id of its run, or null if it is being staged already. */
export const startUpload = (tx: Tx, { customerId, total, by, now, ...work }: UploadRequest): Promise<number | null> =>
  startRun(tx, uploadRuns, {
    customerId,
    key: work.file,
    name: `Stage ${work.fileName}`,
    work,
    total,
    askedBy: by.userId,
    byName: by.name,
    now,
  });

/** How long a person waits for a file; a larger one goes on in the background. */
const waitMs = 15_000;

/** Stages an upload for a person who waits. Its counts, or why it failed; null if it goes on in the background. */
export async function uploadEnd(context: UploadContext, ref: RunRef): Promise<StageCounts | { readonly failed: string } | null> {
  const late = sleep(waitMs, undefined, { ref: false });
  const run = await Promise.race([runNow(context, uploadRuns, stageUpload(context), ref, { waitMs }), late]);
  if (!run) return null;
  return run.state === 'done' ? (run.result['counts'] as StageCounts) : { failed: run.message };
}

export const uploadJobs = (context: UploadContext): JobHandler[] => [runHandler(context, uploadRuns, stageUpload(context))];

const stoppedText = 'Stopped. Jobs staged so far stay.';
const goneText = 'The uploaded file is no longer there. Choose the file again.';
const sourceGone = (name: string) =>
  `The source ${name} was removed or moved to another customer while the file was read. Stage the file again: Jobdock then adds the source again.`;

const stageUpload =
  (context: UploadContext): DoRun<UploadWork> =>
  async (run) => {
    const { customerId, work, db, lease } = run;
    const upload = await db
      .selectFrom('upload')
      .select('bytes')
      .where('customer_id', '=', customerId)
      .where('id', '=', work.file)
      .executeTakeFirst();
    if (!upload) return { state: 'failed', message: goneText };
    try {
      await lease.report('Reading the file');
      const read = await readUpload(context, run, upload.bytes);
      if (!read.ok) return { state: 'failed', message: read.error.words };
      const parents: RefusedRow[] = [];
      const counts = await stage(context, run, upload.bytes, read.value, (rows) => parents.push(...rows));
      const staged = { ...read.value, warned: [...read.value.warned, ...parents] };
      return {
        state: 'done',
        message: `${read.value.jobs.length} jobs staged`,
        also: async (tx) => {
          await noteStaged(tx, run, staged, counts, context.now());
          return { counts };
        },
      };
    } catch (error) {
      if (error instanceof SourceGone) return { state: 'failed', message: sourceGone(work.source) };
      if (error instanceof RunStopped || lease.stopped.aborted) return { state: 'cancelled', message: stoppedText };
      if (lease.signal.aborted) return 'gave way';
      throw error;
    }
  };

async function readUpload({ now }: UploadContext, { customerId, work, db, lease }: ClaimedRun<UploadWork>, bytes: Uint8Array) {
  const learned = await rememberedOf(db, customerId, work.sourceId);
  const statuses = await statusMeanings(db, { customerId, sourceId: work.sourceId });
  const fieldAliases = await columnAliasesOf(db, customerId);
  const options = { today: now().toISOString().slice(0, 10), learned, statuses, fieldAliases, propose: true };
  const signal = AbortSignal.any([lease.signal, lease.stopped]);
  return collectApart(
    bytes,
    { ...options, ...(work.mapping && { mapping: work.mapping }) },
    { customerId, background: true },
    { signal },
  );
}

async function stage(
  { secrets, now }: UploadContext,
  { customerId, work, db, lease }: ClaimedRun<UploadWork>,
  bytes: Uint8Array,
  { jobs }: Collection,
  onWarned: (rows: readonly RefusedRow[]) => void,
): Promise<StageCounts> {
  const { sourceId, source, fileName } = work;
  const kept = { customerId, sourceId, taskId: null, name: fileName, bytes, complete: false, at: now() };
  const fileId = await keepFile(db, secrets, kept);
  await lease.report('Staging jobs', 0, jobs.length);
  return stageJobs(db, { customerId, taskId: null, sourceId, source }, jobs, {
    now,
    fileId,
    guard: lease.guard,
    onChunk: countedIn(lease),
    onWarned,
  });
}

async function noteStaged(
  tx: Tx | Db,
  { customerId, work, startedAt }: ClaimedRun<UploadWork>,
  { jobs, refused, warned }: Collection,
  counts: StageCounts,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('collection_run')
    .values({
      customer_id: customerId,
      how: 'upload',
      file_name: work.fileName,
      started_at: startedAt,
      ended_at: at,
      outcome: `${jobs.length} jobs staged`,
      counts: JSON.stringify(counts),
      refused: JSON.stringify(refused.slice(0, 1000)),
      warned: JSON.stringify(warned.slice(0, 1000)),
    })
    .execute();
  const about = `File “${work.fileName}”`;
  const words = refused[0]?.problems[0]?.problem ?? '';
  await noteError(tx, { customerId, kind: 'row_refused', at, times: refused.length, about, words });
  await tx.deleteFrom('upload').where('customer_id', '=', customerId).where('id', '=', work.file).execute();
}
