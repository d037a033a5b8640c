import { sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { SubmissionState } from '#contract/submissions/words.ts';
import { whyNoSubmissions } from '#domain/staging/takes-submissions.ts';
import { checkSubmission, type SubmissionDraft, type SubmissionProblem } from '#domain/submissions/check-submission.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { type CaregiverField, type ReadCaregiver, type SubmissionAdapter, unknownCaregiver } from '../adapter.ts';
import { type MappedPair, mappedPair } from './mapped-pair.ts';
import { type Packed, packageDocuments } from './package-documents.ts';

/** Which submission is checked. `jobId` 0: only the destination's own id of the job is known. */
export type Asked = {
  readonly customerId: number;
  readonly fromId: number;
  readonly toId: number;
  readonly jobId: number;
  readonly providerJobId: string;
  readonly caregiverId: string;
  /** The submission itself, which is no earlier one; 0 for a new one. */
  readonly id: number;
};

/** Everything that a submission is checked and sent with. */
export type Gathered = {
  readonly draft: SubmissionDraft;
  readonly problems: readonly SubmissionProblem[];
  readonly pair: MappedPair;
  readonly packed: Packed;
  readonly earlier: readonly Earlier[];
};
type Earlier = {
  readonly id: number;
  readonly by: string;
  readonly state: SubmissionState;
  readonly status: string;
  readonly at: string;
};

/** Reads what the check needs and checks it. `caregiver`: null if the source no longer has it. `today`: YYYY-MM-DD. */
export async function gather(
  db: Db,
  asked: Asked,
  caregiver: ReadCaregiver | null,
  destination: SubmissionAdapter,
  today: string,
): Promise<Gathered> {
  const { customerId } = asked;
  const person = caregiver ?? unknownCaregiver;
  const pair = await mappedPair(db, customerId, asked, person);
  const packed = await packageDocuments(db, customerId, asked, pair, person.documents);
  const earlier = await earlierOf(db, asked, person.email);
  const draft: SubmissionDraft = {
    sourceTargetId: asked.fromId,
    destinationTargetId: asked.toId,
    jobTakesSubmissions: await takesSubmissions(db, asked),
    isGone: caregiver === null,
    degree: pair.degree,
    specialty: pair.specialty,
    documents: packed.documents.map(({ name, file }) => ({ name, isFound: file !== null, expires: file?.expiresOn ?? null })),
    requiredFields: (destination.required ?? []).flatMap((name) => valueOf(person, name)),
    earlier,
    today,
  };
  return { draft, problems: checkSubmission(draft), pair, packed, earlier };
}

/** Degree and specialty are checked by their mapping. */
const valueOf = (person: ReadCaregiver, name: CaregiverField) =>
  name === 'degree' || name === 'specialty' ? [] : [{ name: labels[name], value: person[name] }];
const labels = { firstName: 'first name', lastName: 'last name', email: 'email address', phone: 'phone number' } as const;

/** Whether the job takes submissions (`whyNoSubmissions`). A job that Jobdock does not know is left to the destination. */
export async function takesSubmissions(db: Db, { customerId, jobId }: Pick<Asked, 'customerId' | 'jobId'>): Promise<boolean> {
  if (jobId === 0) return true;
  const found = await db
    .selectFrom('job')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('id', '=', jobId)
    .where('deleted', '=', false)
    .executeTakeFirst();
  const job = found?.row as JobRow | undefined;
  return job !== undefined && whyNoSubmissions(job) === null;
}

/** Earlier submissions of the caregiver for the job at the destination, by id or email address, newest first. */
async function earlierOf(db: Db, asked: Asked, email: string): Promise<Earlier[]> {
  const { rows } = await sql<Earlier>`
    select s.id, coalesce(u.name, 'An event of the ATS') as by, s.state, s.status, s.created_at as at
    from submission s left join app_user u on u.id = s.user_id
    where s.customer_id = ${asked.customerId} and s.to_id = ${asked.toId} and s.id <> ${asked.id}
      and s.job_id = ${asked.jobId} and s.provider_job_id = ${asked.providerJobId}
      and ((s.from_id = ${asked.fromId} and s.caregiver_id = ${asked.caregiverId})
        or (${email} <> '' and lower(s.caregiver_email) = lower(${email})))
    order by s.id desc limit 20`.execute(db);
  return rows;
}
