import { sql } from 'kysely';
import type { ArgsOf } from '#contract/kit/endpoint.ts';
import type { FunnelRow, reportSubmissionFunnel } from '#contract/reports/submission-funnel.ts';
import type { SubmissionState } from '#contract/rows/submission.ts';
import { arrange } from '#domain/lists/arrange.ts';
import { type SubmissionStage, stagesReached, submissionStages } from '#domain/submissions/stages.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { pageOf } from '#server/kit/db/paging.ts';
import type { DayRange } from '../report-range.ts';

/** Submissions that are alike: one source and person, one state, and the same statuses. */
type Alike = Pick<FunnelRow, 'fromId' | 'source' | 'contactId' | 'contact'> & {
  readonly state: SubmissionState;
  readonly status: string;
  readonly statuses: readonly string[];
  readonly count: number;
};

type Asked = Omit<ArgsOf<typeof reportSubmissionFunnel>, 'cust' | 'from' | 'to'>;
type Which = DayRange & { readonly zone: string; readonly ownerId: number | null };

/** How far the submissions of a range of days came, by source and person, a page at a time. `ownerId`: of this person alone; null for all. */
export async function submissionFunnel(
  db: Db,
  customerId: number,
  { sort, query, ...page }: Asked,
  { from, to, zone, ownerId }: Which,
): Promise<{ total: number; rows: FunnelRow[] }> {
  const { rows } = await sql<Alike>`
    select one.from_id as "fromId", coalesce(t.name, '') as source, one.user_id as "contactId", coalesce(u.name, '') as contact,
      one.state, one.status, one.statuses, count(*) as count
    from (
      select s.from_id, s.user_id, s.state, s.status, coalesce((select jsonb_agg(distinct h.status) from submission_status h
        where h.customer_id = s.customer_id and h.submission_id = s.id), '[]'::jsonb) as statuses
      from submission s
      where s.customer_id = ${customerId} and ${ownerId === null ? sql`true` : sql`s.user_id = ${ownerId}`}
        and s.created_at >= ${from}::date::timestamp at time zone ${zone}
        and s.created_at < (${to}::date + 1)::timestamp at time zone ${zone}) one
    left join submission_target t on t.customer_id = ${customerId} and t.id = one.from_id
    left join app_user u on u.id = one.user_id
    group by 1, 2, 3, 4, 5, 6, 7`.execute(db);
  const lines = arrange(funnelLines(rows), {
    search: query,
    searchIn: ['source', 'contact'],
    sort: sort.replace('-', '') as keyof FunnelRow,
    descending: sort.startsWith('-'),
  });
  const { total, rows: shown } = pageOf(lines, page);
  return { total, rows: [...shown] };
}

const nothing = { asked: 0, notSent: 0, sent: 0, review: 0, interview: 0, offer: 0, placed: 0, refused: 0, withdrawn: 0 };

/** Adds up submissions to one line for each source and person. */
function funnelLines(alike: readonly Alike[]): FunnelRow[] {
  const lines = new Map<string, FunnelRow>();
  for (const { fromId, source, contactId, contact, count, ...followed } of alike) {
    const key = `${fromId}/${contactId}`;
    const line = lines.get(key) ?? { fromId, source, contactId, contact, ...nothing };
    const reached = stagesReached(followed);
    const more = (stage: SubmissionStage) => line[stage] + (reached.has(stage) ? count : 0);
    const stages = Object.fromEntries(submissionStages.map((stage) => [stage, more(stage)])) as Record<SubmissionStage, number>;
    const notSent = line.notSent + (reached.size === 0 ? count : 0);
    lines.set(key, { ...line, ...stages, asked: line.asked + count, notSent });
  }
  return [...lines.values()].toSorted((a, b) => a.contact.localeCompare(b.contact));
}
