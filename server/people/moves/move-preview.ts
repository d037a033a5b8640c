import { sql } from 'kysely';
import type { MovableSource, MovePreview, TargetPair } from '#contract/people/moves.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { Kin } from './movable-customers.ts';
import { type Pairing, proposePairs, readTargets } from './move-targets.ts';
import { obstaclesOf, whyNot } from './obstacles.ts';

type Between = { readonly parent: number; readonly child: number };
type Found = Omit<MovableSource, 'targetIds' | 'problem'>;

/**
 * The sources of a parent by name, with what would move and what prevents it. `sent` pairs the targets; null proposes pairs. Changes
 * nothing and locks nothing: the move judges again. `db` must reach the rows of both customers.
 */
export async function previewOf(db: Db, between: Between, kin: Kin, sent: readonly TargetPair[] | null): Promise<MovePreview> {
  const { parent, child } = between;
  const [own, theirs] = await Promise.all([readTargets(db, parent), readTargets(db, child)]);
  const pairs =
    sent === null ? proposePairs(own.values(), theirs.values()) : new Map(sent.map(({ from, to }) => [from, to] as const));
  const pairing: Pairing = { own, theirs, pairs };
  const found = await sourcesOf(db, between, pairs);
  const obstacles = await obstaclesOf(
    db,
    parent,
    found.map(({ id }) => id),
  );
  const obstaclesById = new Map(obstacles.map((one) => [one.sourceId, one]));
  const sources = found.flatMap((source): MovableSource[] => {
    const one = obstaclesById.get(source.id);
    return one ? [{ ...source, targetIds: [...one.targets], problem: whyNot(one, pairing) }] : [];
  });
  const named = [...own.values(), ...theirs.values()].map(({ id, name }) => ({ id, name }));
  return {
    ...kin,
    parentTargets: named.slice(0, own.size),
    childTargets: named.slice(own.size),
    targets: [...pairs].map(([from, to]) => ({ from, to })),
    sources,
  };
}

/** Most names of missing values in a preview. */
const namedMissing = 5;

async function sourcesOf(db: Db, { parent, child }: Between, pairs: ReadonlyMap<number, number>): Promise<Found[]> {
  const ofSource = sql`x.customer_id = ${parent} and x.source_id = s.id`;
  const { rows } = await sql<Found>`
    with pair as (select * from unnest(${[...pairs.keys()]}::integer[], ${[...pairs.values()]}::integer[]) as p(own, theirs)),
    mapped as (
      select distinct source_id, target_id, kind, mapped_id from map_value
      where customer_id = ${parent} and not deleted and mapped_id is not null),
    missing as (
      select m.source_id, coalesce(a.row ->> 'name', m.mapped_id) as name from mapped m join pair p on p.own = m.target_id
      left join ats_value a on a.customer_id = ${parent} and a.target_id = m.target_id and a.kind = m.kind and a.ext_id = m.mapped_id
        and not a.deleted
      where not exists (select from ats_value c where c.customer_id = ${child} and c.target_id = p.theirs and c.kind = m.kind
        and c.ext_id = m.mapped_id and not c.deleted))
    select s.id, s.row ->> 'name' as name,
      (select count(*) from task t where t.customer_id = ${parent} and not t.deleted and (t.row ->> 'sourceId')::integer = s.id) as tasks,
      (select count(*) from job x where ${ofSource} and not x.deleted) as jobs,
      (select count(*) from map_value x where ${ofSource} and not x.deleted) as mappings,
      (select count(*) from job_history h join job x on x.customer_id = h.customer_id and x.id = h.job_id
        where ${ofSource} and not x.deleted) as history,
      (select count(*) from post p join job x on x.customer_id = p.customer_id and x.id = p.job_id
        where ${ofSource} and not x.deleted) as posts,
      array(select r.row ->> 'name' from rule r where r.customer_id = ${parent} and not r.deleted and ${namesSource} order by 1) as rules,
      (select count(*) from missing m where m.source_id = s.id) as missing,
      array(select m.name from missing m where m.source_id = s.id order by 1 limit ${namedMissing}) as "missingNames"
    from source s where s.customer_id = ${parent} and not s.deleted order by 2, 1`.execute(db);
  return rows;
}

/** SQL condition: rule `r` is not deleted, and is for jobs of source `s` only or has the source's name in its condition. */
const namesSource = sql`not coalesce((r.row ->> 'deleted')::boolean, false) and (
  (r.row ->> 'sourceId')::integer = s.id or position(lower('"' || (s.row ->> 'name') || '"') in lower(r.row ->> 'source')) > 0)`;
