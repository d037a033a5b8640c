import { sql } from 'kysely';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { mostFileRows } from '#contract/reports/report-files.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { stagingReportId } from '#contract/rows/report-rows.ts';
import type { AlertJob } from '#domain/job-alerts/matching.ts';
import { type MapValues, mappingOf } from '#domain/jobs/mapping-of.ts';
import { tooManyRows } from '#domain/reports/files/file-words.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { zoneOfCustomer } from '#server/people/customers/customer-zone.ts';
import { visibleConfiguration } from '#server/reports/configurations/visible-configurations.ts';
import { jobQuestion } from '#server/reports/jobs/job-question.ts';
import { readJobList } from '#server/reports/jobs/read-job-list.ts';

/** Whose jobs: those that a saved view shows its reader now. */
export type JobsOf = {
  readonly customerId: number;
  readonly configurationId: number;
  readonly ownerId: number;
  readonly now: Date;
  readonly signal: AbortSignal;
};

/** The jobs of a saved view in its order, or a sentence about why it has none that can be sent. */
export type ReadJobs = (db: Db, jobsOf: JobsOf) => Promise<Result<readonly AlertJob[], string>>;

/** Why a view cannot be the configuration of an alert; null if it can. */
export async function configurationProblem(db: Db, { customerId, ownerId, configurationId }: Omit<JobsOf, 'now' | 'signal'>) {
  const view = await visibleConfiguration(db, customerId, ownerId, configurationId);
  if (!view) return 'This configuration was removed, or is no longer shared. Choose another one.';
  return view.reportId === stagingReportId
    ? null
    : 'This configuration shows no jobs. Choose one of Staging or of the jobs report.';
}

/** Reads the jobs that a saved view shows at this moment, with what the agency mapped them to. */
export const readJobs: ReadJobs = async (db, { customerId, configurationId, ownerId, now, signal }) => {
  const problem = await configurationProblem(db, { customerId, ownerId, configurationId });
  const view = await visibleConfiguration(db, customerId, ownerId, configurationId);
  if (problem !== null || !view) return no(problem ?? '');
  const targets = await rowsOf(db, customerId, 'target');
  const zone = await zoneOfCustomer(db, customerId);
  const question = jobQuestion(view, { userId: ownerId, now, zone, targets });
  if (!question.ok) return no(question.error);
  const asked = { cust: customerId, question: { ...question.value, columns: [] }, targets, now, signal };
  const lines = await readJobList(db, { ...asked, most: mostFileRows, read: async () => undefined });
  if (!lines) return no(tooManyRows(mostFileRows));
  return ok(
    await alertJobs(
      db,
      customerId,
      lines.map((line) => Number(line['id'])),
    ),
  );
};

async function alertJobs(db: Db, customerId: number, ids: readonly number[]): Promise<AlertJob[]> {
  const { rows } = await sql<{ row: JobRow }>`select row - 'description' as row from job where customer_id = ${customerId}
    and id = any(${ids}::bigint[]) and not deleted`.execute(db);
  const values: MapValues = new Map((await rowsOf(db, customerId, 'mapValue')).map((value) => [value.id, value]));
  const jobs = new Map(rows.map(({ row }) => [row.id, alertJob(row, values)]));
  return ids.flatMap((id) => jobs.get(id) ?? []);
}

/** A job without a title is headed by its degree and specialty. */
const headOf = ({ title, degree, specialty }: JobRow): Pick<AlertJob, 'title' | 'specialty'> =>
  title ? { title, specialty: specialty ?? '' } : { title: [degree, specialty].filter(Boolean).join(', '), specialty: '' };

const alertJob = (job: JobRow, values: MapValues): AlertJob => ({
  id: job.id,
  providerJobId: job.providerJobId,
  ...headOf(job),
  city: job.city ?? '',
  state: job.state ?? '',
  shift: job.shift ?? '',
  startDate: job.startDate ?? '',
  degreeId: mappingOf(job, 'degree', values)?.id ?? null,
  specialtyId: mappingOf(job, 'specialty', values)?.id ?? null,
});

/** Those of some jobs that no run of an alert has had. */
export async function newAmong(
  db: Db | Tx,
  customerId: number,
  alertId: number,
  jobs: readonly AlertJob[],
): Promise<readonly AlertJob[]> {
  const rows = await db
    .selectFrom('job_alert_job')
    .select('job_id')
    .where('customer_id', '=', customerId)
    .where('alert_id', '=', alertId)
    .execute();
  const had = new Set(rows.map(({ job_id: id }) => id));
  return jobs.filter(({ id }) => !had.has(id));
}

/** Keeps that an alert has had some jobs. */
export async function keepHad(tx: Tx, customerId: number, alertId: number, jobs: readonly AlertJob[]): Promise<void> {
  await sql`insert into job_alert_job (customer_id, alert_id, job_id)
    select ${customerId}, ${alertId}, unnest(${jobs.map(({ id }) => id)}::bigint[]) on conflict do nothing`.execute(tx);
}
