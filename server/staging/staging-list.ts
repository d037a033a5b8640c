import { type RawBuilder, sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import type { StagedJob } from '#contract/staging/staging-list.ts';
import { shownDuration } from '#domain/jobs/end-date.ts';
import { mapFields, mapKinds } from '#domain/jobs/mapping-of.ts';
import { receiptFor } from '#domain/posting/receipts.ts';
import { filesOn } from '../collecting/attachments/job-counts.ts';
import type { Db } from '../kit/db/connection.ts';
import { limitTo, pagesOf } from '../kit/db/paging.ts';
import { orderOf, type StagingPage, whereOf } from './staging-filter.ts';

/** A job's mapping of one kind: the mapped value's id, its name in the ATS, and the certainty of the shared mapping. */
type Mapped = {
  readonly id: string | null;
  readonly name: string | null;
  readonly certainty: number | null;
  readonly unique: boolean | null;
};
type Found = { readonly row: JobRow; readonly total: number } & { readonly [K in MapKind]: Mapped };

/** One page of staged jobs in the documented format, mapped for the target in the path. */
export async function stagedJobs(db: Db, now: Date, page: StagingPage): Promise<StagedJob[]> {
  const mappings = mapKinds.map(
    (kind) => sql`json_build_object(
    'id', ${mappedId(kind)}, 'name', ${ref(kind, 'a')}.row ->> 'name',
    'certainty', case when j.row ->> ${mapFields[kind].own} is null then (${ref(kind, 'v')}.row ->> 'certainty')::float end,
    'unique', (${ref(kind, 'v')}.row ->> 'unique')::boolean) as ${sql.ref(kind)}`,
  );
  const { rows } = await sql<Found>`
    select j.row, count(*) over () as total, ${sql.join(mappings)}
    from job j ${sql.join(
      mapKinds.map((kind) => joinsOf(kind, page.targetId)),
      sql` `,
    )}
    where ${sql.join(whereOf(page, now, mappedId), sql` and `)}
    order by ${orderOf(page.sort)}
    ${limitTo(page)}`.execute(db);
  return rows.map((found) => documented(found, page));
}

/** SQL aliases of a kind's mapping row (`v`) and list row (`a`). */
const ref = (kind: MapKind, part: 'a' | 'v'): RawBuilder<unknown> => sql.ref(`${kind}_${part}`);

/** A job's own mapping takes precedence over the shared one. */
const mappedId = (kind: MapKind): RawBuilder<unknown> =>
  sql`coalesce(j.row ->> ${mapFields[kind].own}, ${ref(kind, 'v')}.mapped_id)`;

const joinsOf = (kind: MapKind, targetId: number): RawBuilder<unknown> => sql`
  left join map_value ${ref(kind, 'v')} on ${ref(kind, 'v')}.customer_id = j.customer_id
    and ${ref(kind, 'v')}.id = (j.row ->> ${mapFields[kind].value})::bigint
  left join ats_value ${ref(kind, 'a')} on ${ref(kind, 'a')}.customer_id = j.customer_id
    and ${ref(kind, 'a')}.target_id = ${targetId} and ${ref(kind, 'a')}.kind = ${kind}
    and ${ref(kind, 'a')}.ext_id = ${mappedId(kind)} and not ${ref(kind, 'a')}.deleted`;

function documented(found: Found, page: StagingPage): StagedJob {
  const { targetId } = page;
  const { row: job, total } = found;
  const weeks = shownDuration(job.durationDays);
  return {
    id: job.id,
    providerJobId: job.providerJobId,
    source: job.source,
    sourceId: job.sourceId,
    targetId,
    title: job.title,
    facility: job.facility,
    address: job.address,
    city: job.city,
    state: job.state,
    zip: job.zip,
    degree: job.degree,
    specialty: job.specialty,
    shift: job.shift,
    status: job.status,
    chgMap: job.chgMap,
    externalJobId: receiptFor(job, targetId)?.externalId ?? null,
    ...documentedMoney(job),
    startDate: job.startDate,
    endDate: job.endDate,
    durationDays: job.durationDays,
    durationWeeks: weeks?.unit === 'week' ? weeks.count : null,
    note: job.note,
    description: job.description,
    coordinator: job.coordinator,
    hiringManager: job.hiringManager,
    buyer: job.buyer,
    winterPlanNeed: job.winterPlanNeed,
    attachments: filesOn(job),
    mappedFacilityId: found.facility.id,
    mappedDegreeId: found.degree.id,
    mappedSpecialtyId: found.specialty.id,
    mappedShiftId: found.shift.id,
    mappedFacility: found.facility.name,
    mappedDegree: found.degree.name,
    mappedSpecialty: found.specialty.name,
    mappedShift: found.shift.name,
    facilityCertainty: found.facility.certainty,
    degreeCertainty: found.degree.certainty,
    specialtyCertainty: found.specialty.certainty,
    isUnique: found.facility.unique ?? false,
    totalPages: pagesOf(total, page),
    total,
  };
}

const documentedMoney = (job: JobRow) => ({
  billRate: job.billRate,
  localRate: job.localRate,
  otRate: job.otRate,
  minBillRate: job.minBillRate,
  permFee: job.permFee,
  feePercentage: job.feePercentage,
  guaranteedHours: job.guaranteedHours,
  hoursPerWeek: job.hoursPerWeek,
  daysPerWeek: job.shiftsPerWeek,
  travelStipend: job.travelStipend,
  mealStipend: job.mealStipend,
  lodgingStipend: job.lodgingStipend,
  currency: job.currency,
});
