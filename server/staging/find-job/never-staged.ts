import { sql } from 'kysely';
import type { FoundJob, JobStep } from '#contract/staging/find-job.ts';
import { ownIdIn } from '#domain/jobs/own-id.ts';
import { openMail } from '#server/collecting/mails/received-mails.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import { mailMentions } from './mail-mentions.ts';
import type { Search } from './staged-jobs.ts';

const failedAt = (at: string | null, text: string, values: JobStep['values'] = []): JobStep[] => [
  { stage: 'collected', state: 'failed', at, text, values },
];

/** A job with our ID that was removed. Nothing is kept of it but its ID. */
export async function removedJob(db: Db, { customerId, jobId }: Search): Promise<FoundJob[]> {
  const id = ownIdIn(jobId);
  if (id === null) return [];
  const gone = await db
    .selectFrom('job')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('deleted', '=', true)
    .executeTakeFirst();
  if (!gone) return [];
  const step: JobStep = { stage: 'collected', state: 'stopped', at: null, text: 'The job was removed from Jobdock.', values: [] };
  return [
    {
      kind: 'removed',
      id,
      providerJobId: '',
      source: '',
      title: null,
      taskId: null,
      mailId: null,
      header: 'was removed',
      steps: [step],
    },
  ];
}

type RefusedLine = {
  readonly at: string;
  readonly taskId: number | null;
  readonly fileName: string | null;
  readonly source: string | null;
  readonly row: {
    readonly row: number;
    readonly problems: readonly { readonly field: string; readonly value: string; readonly remedy: string }[];
  };
};

/**
 * Rows with this job ID that no run could read, and that never became a job: the newest of each task. Source: the refused rows that
 * `collection_run` keeps.
 */
export async function refusedRows(db: Db, { customerId, sourceId, jobId }: Search, limit: number): Promise<FoundJob[]> {
  const { rows } = await sql<RefusedLine>`
    select distinct on (r.task_id, r.file_name) r.started_at as at, r.task_id as "taskId", r.file_name as "fileName",
      s.row ->> 'name' as source, n.row as row
    from collection_run r
      cross join lateral jsonb_array_elements(r.refused) n(row)
      left join task t on t.customer_id = r.customer_id and t.id = r.task_id
      left join source s on s.customer_id = r.customer_id and s.id = (t.row ->> 'sourceId')::integer
    where r.customer_id = ${customerId} and lower(n.row ->> 'providerJobId') = lower(${jobId})
      and (${sourceId}::integer is null or s.id = ${sourceId}::integer)
    order by r.task_id, r.file_name, r.id desc limit ${limit}`.execute(db);
  return rows.map(({ at, taskId, fileName, source, row }) => {
    const values = row.problems.map(({ field, value, remedy }) => ({ label: field, value: `${value} — ${remedy}` }));
    const text = `Record ${row.row} of ${fileName ?? 'the file'} was refused, so it is no job.`;
    return {
      kind: 'refused' as const,
      id: null,
      providerJobId: jobId,
      source: source ?? 'an upload',
      title: null,
      taskId,
      mailId: null,
      header: 'was refused',
      steps: failedAt(at, text, values),
    };
  });
}

/** The newest emails without a job are searched: their subjects, and their texts up to this size, so that no search takes long. */
const mostMails = 200;
const mostBytes = 1024 * 1024;

/** Emails that gave no job and mention the ID. Sources: `received_mail`, whose bodies open with the key of their source. */
export async function mailsWithoutJob(
  { db, secrets }: { readonly db: Db; readonly secrets: Secrets },
  { customerId, sourceId, jobId }: Search,
  limit: number,
): Promise<FoundJob[]> {
  const mails = await db
    .selectFrom('received_mail as m')
    .leftJoin('source as s', (join) => join.onRef('s.customer_id', '=', 'm.customer_id').onRef('s.id', '=', 'm.source_id'))
    .select(['m.id', 'm.received_at', 'm.subject', 'm.state', 'm.words', 'm.size', 'm.task_id', 's.row'])
    .where('m.customer_id', '=', customerId)
    .where('m.state', 'in', ['unread', 'failed', 'held', 'waiting'])
    .$if(sourceId !== null, (query) => query.where('m.source_id', '=', sourceId ?? 0))
    .orderBy('m.id', 'desc')
    .limit(mostMails)
    .execute();
  const found: FoundJob[] = [];
  for (const { id, received_at: at, subject, state, words, size, task_id: taskId, row } of mails) {
    if (found.length === limit) break;
    if (!subject.toLowerCase().includes(jobId.toLowerCase())) {
      const mail = size > mostBytes ? undefined : await openMail(db, secrets, { customerId, id });
      if (!mail || !mailMentions(mail.bytes, jobId)) continue;
    }
    const source = (row as { name?: string } | null)?.name ?? '';
    const waits = state === 'waiting' || state === 'held';
    const text = waits ? words || 'The email waits to be read.' : `The email gave no job. ${words}`.trim();
    const step: JobStep = {
      stage: 'collected',
      state: waits ? 'waiting' : 'failed',
      at,
      text,
      values: [{ label: 'Subject', value: subject }],
    };
    const header = waits ? 'is in an email that waits' : 'is in an email that gave no job';
    found.push({ kind: 'email', id: null, providerJobId: jobId, source, title: null, taskId, mailId: id, header, steps: [step] });
  }
  return found;
}
