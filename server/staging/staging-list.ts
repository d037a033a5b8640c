import { type RawBuilder, sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import type { StagedJob } from '#contract/staging/staging-list.ts';
import { shownDuration } from '#domain/jobs/end-date.ts';
import { mapFields, mapKinds } from '#domain/jobs/mapping-of.ts';
import { receiptFor } from '#domain/posting/receipts.ts';
import type { Db } from '../kit/db/connection.ts';
import { limitTo, pagesOf } from '../kit/db/paging.ts';
import { orderOf, type StagingPage, whereOf } from './staging-filter.ts';

/** What a job is mapped to for one kind, its name in the ATS, and the certainty of the shared mapping. */
type Mapped = {
  readonly id: string | null;
  readonly name: string | null;
  readonly certainty: number | null;
  readonly unique: boolean | null;
};
type Found = { readonly row: JobRow; readonly total: number } & { readonly [K in MapKind]: Mapped };

/** One page of staged jobs under the documents' names. Mapping is judged against the target of the path. */
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

/** Aliases of a kind's mapping row (`v`) and list row (`a`). */
const ref = (kind: MapKind, part: 'a' | 'v'): RawBuilder<unknown> => sql.ref(`${kind}_${part}`);

/** A job's own mapping wins over the shared one, as everywhere. */
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
    ID: job.id,
    ProviderJobID: job.providerJobId,
    Source: job.source,
    Source_ID: job.sourceId,
    Target_ID: targetId,
    Title: job.title,
    Facility: job.facility,
    Address: job.address,
    City: job.city,
    State: job.state,
    Zip: job.zip,
    Degree: job.degree,
    ProviderSpecialty: job.specialty,
    Shift: job.shift,
    BasicStatus: job.status,
    ChgMap: job.chgMap,
    ExternalJobID: receiptFor(job, targetId)?.externalId ?? null,
    ...documentedMoney(job),
    StartDate: job.startDate,
    EndDate: job.endDate,
    Duration: job.durationDays,
    DurationWks: weeks?.unit === 'week' ? weeks.count : null,
    Note: job.note,
    OriginalDescription: job.description,
    Coordinator: job.coordinator,
    HiringManager: job.hiringManager,
    Buyer: job.buyer,
    WinterPlanNeed: job.winterPlanNeed,
    MJRFacilityID: found.facility.id,
    MJRDegreeID: found.degree.id,
    MJRSpecID: found.specialty.id,
    MJRShiftID: found.shift.id,
    MappedFacilityName: found.facility.name,
    MappedDegree: found.degree.name,
    MappedSpecialty: found.specialty.name,
    MappedShift: found.shift.name,
    Certainty: found.facility.certainty,
    DCertainty: found.degree.certainty,
    SCertainty: found.specialty.certainty,
    UniqueMap_Fl: found.facility.unique ?? false,
    TotalPages: pagesOf(total, page),
    recCount: total,
  };
}

const documentedMoney = (job: JobRow) => ({
  BillRate: job.billRate,
  LocalRate: job.localRate,
  OTRate: job.otRate,
  minBillRate: job.minBillRate,
  PermFee: job.permFee,
  FeePercentage: job.feePercentage,
  GuaranteedHours: job.guaranteedHours,
  HoursPerWeek: job.hoursPerWeek,
  daysPerWeek: job.shiftsPerWeek,
  TravelStipend: job.travelStipend,
  MealStipendW: job.mealStipend,
  LodgingStipendW: job.lodgingStipend,
  CurrencyCode: job.currency,
});
