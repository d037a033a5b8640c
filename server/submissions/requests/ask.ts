import { messages } from '#contract/kit/messages.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import type { ReadCaregiver, SubmissionAdapter } from '../adapter.ts';
import { openSubmissionTarget } from '../targets/open-adapter.ts';
import { shortTarget, submissionTargetsOf } from '../targets/target-rows.ts';

/** What people send of a submission: 0 or blank where they leave it to the service. */
export type Request = {
  readonly caregiverId: string;
  readonly jobId: number;
  readonly providerJobId: string;
  readonly fromId: number;
  readonly toId: number;
};
/** The fields of a refusal, each with its remedy. */
export type Fields = { readonly fields: Record<string, string> };
export type Job = { readonly jobId: number; readonly providerJobId: string };

const invalid = (field: string, words: string): Fields => ({ fields: { [field]: words } });

/** The job that a request names, by our id or the id at the vendor; 0 for one that Jobdock does not know. */
export async function jobOf(
  db: Db | Tx,
  customerId: number,
  { jobId, providerJobId }: Pick<Request, 'jobId' | 'providerJobId'>,
): Promise<Job | Fields> {
  if (jobId === 0 && providerJobId === '') return { jobId: 0, providerJobId: '' };
  const jobs = db
    .selectFrom('job')
    .select(['id', 'provider_job_id'])
    .where('customer_id', '=', customerId)
    .where('deleted', '=', false);
  const found = await (jobId > 0 ? jobs.where('id', '=', jobId) : jobs.where('provider_job_id', '=', providerJobId))
    .limit(2)
    .execute();
  const [first, second] = found;
  if (jobId > 0 && !first) return invalid('jobId', 'The job no longer exists. Choose another job.');
  if (second) return invalid('jobId', `Several sources have a job ${providerJobId}. Choose it in the list of jobs.`);
  return { jobId: first?.id ?? 0, providerJobId: first?.provider_job_id ?? providerJobId };
}

/** The source and destination of a request. One that is not named is the only active one. */
export async function targetsFor(
  db: Db,
  customerId: number,
  { fromId, toId }: Pick<Request, 'fromId' | 'toId'>,
): Promise<{ readonly fromId: number; readonly toId: number }> {
  const all = (await submissionTargetsOf(db, customerId)).map(shortTarget).filter(({ isActive }) => isActive);
  const only = (targets: typeof all) => (targets.length === 1 ? (targets[0]?.id ?? 0) : 0);
  return {
    fromId: fromId || only(all.filter(({ isSource }) => isSource)),
    toId: toId || only(all.filter(({ isDestination }) => isDestination)),
  };
}

/** A request with everything that was looked up for it. `caregiver`: null if the source no longer has it. */
export type Opened = {
  readonly asked: Request & { readonly customerId: number; readonly id: number };
  readonly source: SubmissionAdapter;
  readonly destination: SubmissionAdapter;
  readonly caregiver: ReadCaregiver | null;
};

type Opening = Pick<Services, 'db' | 'secrets' | 'config'>;

/** Opens the source and destination of a request and reads its caregiver, or says which field keeps it from being sent. */
export async function openRequest(services: Opening, customerId: number, request: Request, id = 0): Promise<Opened | Fields> {
  const { db } = services;
  const job = await jobOf(db, customerId, request);
  if ('fields' in job) return job;
  const { fromId, toId } = await targetsFor(db, customerId, request);
  if (fromId === 0) return invalid('fromId', messages.submissionSourceRequired);
  if (toId === 0) return invalid('toId', 'Choose a destination');
  if (fromId === toId) return invalid('toId', messages.sameSubmissionTarget);
  if (job.providerJobId === '') return invalid('providerJobId', 'Choose a job: the destination takes caregivers for a job only.');
  const source = await openSubmissionTarget(services, customerId, fromId);
  if (!source?.readCaregiver) return invalid('fromId', 'This source shows no caregivers, or its connection is not complete.');
  const destination = await openSubmissionTarget(services, customerId, toId);
  if (!destination?.submit) return invalid('toId', 'This destination takes no submissions, or its connection is not complete.');
  const read = await source.readCaregiver(request.caregiverId);
  if (read.kind !== 'done') return invalid('caregiverId', `${messages.submissionNotCreated}. ${read.words}`);
  const asked = { customerId, id, fromId, toId, ...job, caregiverId: request.caregiverId };
  return { asked, source, destination, caregiver: read.value };
}
