import { sql } from 'kysely';
import type { MappedValue } from '#domain/submissions/check-submission.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { FoundCaregiver } from '../adapter.ts';

/** A caregiver's degree and specialty at each step of the mapping, with the entries of the destination (0: none). */
export type MappedPair = {
  readonly degree: MappedValue;
  readonly specialty: MappedValue;
  readonly degreeId: number;
  readonly specialtyId: number;
  readonly degreeExtId: string;
  readonly specialtyExtId: string;
};

type Row = {
  readonly jrDegree: string | null;
  readonly jrSpecialty: string | null;
  readonly degreeId: number | null;
  readonly degree: string | null;
  readonly degreeExtId: string | null;
  readonly specialtyId: number | null;
  readonly specialty: string | null;
  readonly specialtyExtId: string | null;
};

/**
 * Maps a caregiver's degree and specialty from the lists of the source to Jobdock's own and on to those of the destination. A step for the
 * degree and the specialty goes before one for the degree alone.
 */
export async function mappedPair(
  db: Db,
  customerId: number,
  { fromId, toId }: { readonly fromId: number; readonly toId: number },
  caregiver: FoundCaregiver,
): Promise<MappedPair> {
  const { rows } = await sql<Row>`
    with own as (
      select l.jr_degree_id, l.jr_specialty_id from submission_pair_link l
      join submission_entry d on d.customer_id = l.customer_id and d.id = l.degree_id
      left join submission_entry s on s.customer_id = l.customer_id and s.id = l.specialty_id
      where l.customer_id = ${customerId} and l.target_id = ${fromId} and l.side = 'from' and not l.deleted
        and d.ext_id = ${caregiver.degreeExtId} and (l.specialty_id = 0 or s.ext_id = ${caregiver.specialtyExtId})
      order by l.specialty_id = 0, l.id limit 1)
    select jd.name as "jrDegree", js.name as "jrSpecialty", d.id as "degreeId", d.name as degree, d.ext_id as "degreeExtId",
      s.id as "specialtyId", s.name as specialty, s.ext_id as "specialtyExtId"
    from own
    join jr_entry jd on jd.id = own.jr_degree_id
    left join jr_entry js on js.id = own.jr_specialty_id
    left join lateral (
      select l.degree_id, l.specialty_id from submission_pair_link l
      where l.customer_id = ${customerId} and l.target_id = ${toId} and l.side = 'to' and not l.deleted and l.jr_degree_id = own.jr_degree_id
        and l.jr_specialty_id in (own.jr_specialty_id, 0)
      order by l.jr_specialty_id = 0, l.id limit 1) t on true
    left join submission_entry d on d.customer_id = ${customerId} and d.id = t.degree_id
    left join submission_entry s on s.customer_id = ${customerId} and s.id = t.specialty_id`.execute(db);
  const [row] = rows;
  const needsSpecialty = caregiver.specialtyExtId !== '';
  const none = { source: '', own: '', destination: '' };
  return {
    degree: { source: caregiver.degree, own: row?.jrDegree ?? null, destination: row?.degree ?? null },
    specialty: needsSpecialty
      ? { source: caregiver.specialty, own: row?.jrSpecialty ?? null, destination: row?.specialty ?? null }
      : none,
    degreeId: row?.degreeId ?? 0,
    specialtyId: row?.specialtyId ?? 0,
    degreeExtId: row?.degreeExtId ?? '',
    specialtyExtId: row?.specialtyExtId ?? '',
  };
}
