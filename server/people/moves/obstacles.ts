import { sql } from 'kysely';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { type Pairing, targetProblem } from './move-targets.ts';

/** What may keep a source at its customer, and the targets that it uses. */
export type Obstacles = {
  readonly sourceId: number;
  /** One of its tasks collects, or waits to. */
  readonly collecting: boolean;
  /** One of its jobs is on its way to the ATS. */
  readonly posting: boolean;
  /** A run changes mappings of a target that it uses. */
  readonly mapping: boolean;
  /** It groups sources or belongs to a group. */
  readonly grouped: boolean;
  /** One of its tasks and a task of another source use one sign-in. */
  readonly sharing: boolean;
  /** Targets that its mappings, posts or order types use, and those of them that may hold job orders of it. */
  readonly targets: readonly number[];
  readonly postedTo: readonly number[];
};

/** The obstacles of sources, in the order of their ids. Sources that are gone are left out. */
export async function obstaclesOf(db: Db | Tx, customerId: number, sourceIds: readonly number[]): Promise<Obstacles[]> {
  const ofCustomer = sql`customer_id = ${customerId}`;
  const { rows } = await sql<Obstacles>`
    with s as (select id, row from source where ${ofCustomer} and not deleted and id = any(${[...sourceIds]}::integer[])),
    posts as (
      select j.source_id, p.target_id, p.state, p.lease_until, p.external_id from post p
      join job j on j.customer_id = p.customer_id and j.id = p.job_id and not j.deleted
      where p.customer_id = ${customerId} and j.source_id in (select id from s)),
    mapped as (select distinct source_id, target_id from map_value where ${ofCustomer} and not deleted and source_id in (select id from s)),
    used as (
      select source_id, target_id from mapped union select source_id, target_id from posts
      union select source_id, target_id from source_order_type where ${ofCustomer} and source_id in (select id from s)),
    busy as (select kind, work from run where ${ofCustomer} and state in ('queued', 'running', 'undoing'))
    select s.id as "sourceId",
      exists (select from busy b join task t on t.customer_id = ${customerId} and t.id = (b.work ->> 'taskId')::integer and not t.deleted
        where b.kind = 'collect' and (t.row ->> 'sourceId')::integer = s.id) as collecting,
      exists (select from posts p where p.source_id = s.id
        and (p.state in ('sending', 'unknown') or p.lease_until > clock_timestamp())) as posting,
      exists (select from busy b join mapped m on m.target_id = (b.work ->> 'targetId')::integer
        where b.kind = 'mapping' and m.source_id = s.id) as mapping,
      s.row -> 'members' <> '[]' or exists (
        select from source g where g.customer_id = ${customerId} and not g.deleted and g.row -> 'members' @> to_jsonb(s.id)) as grouped,
      exists (select from task t join task p on p.customer_id = t.customer_id and p.id = (t.row ->> 'credentialParentId')::integer
        where t.customer_id = ${customerId} and not t.deleted and not p.deleted
          and ((t.row ->> 'sourceId')::integer = s.id) <> ((p.row ->> 'sourceId')::integer = s.id)) as sharing,
      array(select distinct target_id from used u where u.source_id = s.id order by target_id) as targets,
      array(select distinct target_id from posts p where p.source_id = s.id and p.external_id is not null order by target_id) as "postedTo"
    from s order by s.id`.execute(db);
  return rows;
}

/** Why a source cannot move now, as a sentence with the remedy; null if it can. */
export function whyNot({ targets, postedTo, ...found }: Obstacles, pairing: Pairing): string | null {
  if (found.collecting) return 'One of its tasks is collecting: try again when the collection has ended.';
  if (found.posting) return 'Some of its jobs are being posted: try again when that has ended.';
  if (found.mapping) return 'Mappings of its target are being changed: try again when that has ended.';
  if (found.sharing) return 'One of its tasks shares its sign-in with a task of another source: give each its own sign-in first.';
  if (found.grouped) return 'It is in a group of sources: take it out of the group first.';
  return targets.map((id) => targetProblem(pairing, id, postedTo.includes(id))).find((words) => words !== null) ?? null;
}
