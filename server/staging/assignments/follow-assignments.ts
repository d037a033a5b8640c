import { sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import { type PreparedAssignments, prepareAssignments, withAssignment } from '#domain/assignments/assignment-of.ts';
import { placeOf } from '#domain/assignments/assignment-words.ts';
import { againAfterRace } from '#server/commands/failures.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { defineQueue, sendJob } from '#server/kit/queue/queue.ts';
import { writeHistory } from '#server/rules/ruling/job-history.ts';
import { candidatesAfter, groundsFor, peopleOfRules, type ReadGrounds } from './read-assignments.ts';

type Parts = Pick<Services, 'db' | 'now'>;

const assignQueue = defineQueue<{ customerId: number }>('assign-jobs', { tries: 3, keepHours: 1 });

/** Assigns jobs by the customers' rules, in the background. */
export const assignJobs = ({ db, now }: Parts): JobHandler[] => [
  handleJobs(assignQueue, {
    atOnce: 2,
    carryOut: ({ customerId }, stopping) => followAssignments({ db: scopeTo(db, [customerId]), now }, customerId, stopping),
    sendDue,
  }),
];

/** Sends a job for each customer whose jobs may fall to other people now: its feed went on, or a person of its rules came or left. */
async function sendDue(db: Db): Promise<void> {
  const { rows } = await sql<{ customerId: number }>`
    select f.customer_id as "customerId" from customer_feed f left join assignment_follow s on s.customer_id = f.customer_id
    where exists (select 1 from assignment_rule a where a.customer_id = f.customer_id)
      and (f.rev > coalesce(s.rev, 0) or coalesce(s.people, '') <> ${peopleOfRules(sql`f.customer_id`)})`.execute(db);
  for (const { customerId } of rows) await sendJob(db, assignQueue, { customerId });
}

/** Open jobs that are compared with the rules in one transaction, and most that are written in it. */
const portion = { read: 2000, written: 500 } as const;

/** What changed since assignments were followed last. `whole`: rules, their people or groups of sources, so that any job may move. */
type Stretch = { readonly since: number; readonly upto: number; readonly whole: boolean; readonly people: string };

/**
 * Brings a customer's open jobs in line with its assignment rules: jobs whose row or facility mapping changed since the last time, or all
 * of them after a change of the rules. It reads the customer's feed from its last position, so that no other code has to assign jobs, and
 * a restart misses no change. Jobs that a person decided about stay. Returns how many jobs were assigned otherwise.
 */
async function followAssignments({ db, now }: Parts, customerId: number, stopping: AbortSignal): Promise<number> {
  const stretch = await db.transaction().execute((tx) => nextStretch(tx, customerId));
  if (stretch === null) return 0;
  let changed = 0;
  for (let after: number | null = 0; after !== null; ) {
    if (stopping.aborted) return changed;
    const from: number = after;
    const done = await againAfterRace(() =>
      db.transaction().execute((tx) => onePortion(tx, customerId, stretch, from, now().toISOString())),
    );
    changed += done.changed;
    after = done.last;
  }
  return changed;
}

async function nextStretch(tx: Tx, customerId: number): Promise<Stretch | null> {
  await sql`insert into assignment_follow (customer_id) values (${customerId}) on conflict do nothing`.execute(tx);
  const { rows } = await sql<Stretch & { known: string }>`
    select s.rev as since, f.rev as upto, s.people as known, ${peopleOfRules(sql`s.customer_id`)} as people,
      exists (select 1 from assignment_rule a where a.customer_id = s.customer_id and a.rev > s.rev)
        or exists (select 1 from source o where o.customer_id = s.customer_id and o.rev > s.rev) as whole
    from assignment_follow s join customer_feed f on f.customer_id = s.customer_id where s.customer_id = ${customerId}`.execute(
    tx,
  );
  const [found] = rows;
  if (!found || (found.upto <= found.since && found.people === found.known)) return null;
  const { since, upto, people, known } = found;
  return { since, upto, people, whole: found.whole || people !== known };
}

type Done = {
  readonly changed: number;
  /** The last job that was compared; null after the last one of all. */
  readonly last: number | null;
};

async function onePortion(tx: Tx, customerId: number, stretch: Stretch, after: number, at: string): Promise<Done> {
  // Another process that follows the same customer waits here, and finds the stretch done or the jobs assigned.
  const held = await sql<{ rev: number }>`
    select rev from assignment_follow where customer_id = ${customerId} for update`.execute(tx);
  if ((held.rows[0]?.rev ?? 0) > stretch.since) return { changed: 0, last: null };
  const { since, whole } = stretch;
  const which = whole
    ? sql`true`
    : sql`(rev > ${since} or facility_value_id in (
        select id from map_value where customer_id = ${customerId} and rev > ${since} and kind = 'facility'))`;
  const jobs = await candidatesAfter(tx, customerId, { after, which, limit: portion.read });
  const grounds = await groundsFor(tx, customerId, stretch.people, jobs);
  const prepared = prepareAssignments(grounds);
  const moving = jobs.filter((job) => withAssignment(job, prepared) !== job).map(({ id }) => id);
  const ids = moving.slice(0, portion.written);
  const isEnd = jobs.length < portion.read && ids.length === moving.length;
  if (isEnd)
    await sql`update assignment_follow set rev = ${stretch.upto}, people = ${stretch.people}
      where customer_id = ${customerId}`.execute(tx);
  const changed = ids.length === 0 ? 0 : await writeMoved(tx, customerId, { ids, grounds, prepared }, at);
  if (isEnd) return { changed, last: null };
  return { changed, last: (ids.length < moving.length ? ids.at(-1) : jobs.at(-1)?.id) ?? null };
}

type Moving = { readonly ids: readonly number[]; readonly grounds: ReadGrounds; readonly prepared: PreparedAssignments };

/** Assigns the jobs as they are once locked: a person may have decided since they were read. */
async function writeMoved(tx: Tx, customerId: number, { ids, grounds, prepared }: Moving, at: string): Promise<number> {
  const locked = await rowsOf(tx, customerId, 'job', { where: sql`id = any(${[...ids]}::bigint[])`, lock: true });
  const moved = locked.flatMap((before) => {
    const row = withAssignment(before, prepared);
    return row === before ? [] : [{ row, lines: linesOf(before, row, grounds) }];
  });
  await writeHistory(tx, customerId, moved, at);
  const jobs = moved.map(({ row }) => ({ collection: 'job', row }) as const);
  if (jobs.length > 0) await writeRows(tx, customerId, jobs);
  return jobs.length;
}

/** The line of history of a job that another person got. The rule that took it is named, else the one that no longer applies. */
function linesOf(before: JobRow, { assignee, assigneeId, assignmentRuleId }: JobRow, { rules, sources }: ReadGrounds) {
  if ((before.assigneeId ?? null) === assigneeId) return [];
  const id = assignmentRuleId ?? before.assignmentRuleId;
  const rule = rules.find((one) => one.id === id);
  const place = rule && placeOf(rule, sources.find((source) => source.id === rule.sourceId)?.name ?? null);
  const words = place === undefined ? 'An assignment' : `Assignment of ${place}`;
  const line = {
    who: assignmentRuleId === null ? `${words}${place === undefined ? ' that was removed' : ' no longer applies'}` : words,
    how: 'rule' as const,
    field: 'assignee',
    before: before.assignee ?? null,
    after: assignee,
  };
  return [id === null ? line : { ...line, origin: { assignment: id } }];
}
