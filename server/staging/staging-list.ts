import { type RawBuilder, sql } from 'kysely';
import { ok, type Result } from '#contract/kit/result.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import { maxStagingPage, type StagedJob } from '#contract/staging/staging-list.ts';
import { shownDuration } from '#domain/jobs/end-date.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import { receiptFor } from '#domain/posting/receipts.ts';
import { filesOn } from '../collecting/attachments/job-counts.ts';
import type { Db } from '../kit/db/connection.ts';
import { limitTo, pagesOf } from '../kit/db/paging.ts';
import { certaintyOf, joinsOf, mappedId, ref } from './job-sql-columns.ts';
import { conditionOfPage, type InvalidFilter, orderOf, type StagingGround, type StagingPage, whereOf } from './staging-filter.ts';

/** A job's mapping of one kind: the mapped value's id, its name in the ATS, and the certainty of the shared mapping. */
type Mapped = {
  readonly id: string | null;
  readonly name: string | null;
  readonly certainty: number | null;
  readonly unique: boolean | null;
};
type Found = { readonly row: JobRow; readonly total: number } & { readonly [K in MapKind]: Mapped };

/** One page of staged jobs in the documented format, mapped for the target in the path. Refuses a distance around an unknown zip code. */
export async function stagedJobs(db: Db, page: StagingPage, ground: StagingGround): Promise<Result<StagedJob[], InvalidFilter>> {
  const condition = conditionOfPage(page, ground);
  if (!condition.ok) return condition;
  return ok(await documentedPage(db, page, whereOf(page.cust, condition.value, ground.zone), orderOf(page.sort)));
}

/** The newest shifts and positions of an order in the documented format, mapped for the target. */
export function childJobs(
  db: Db,
  { cust, targetId, order }: { readonly cust: number; readonly targetId: number; readonly order: JobRow },
): Promise<StagedJob[]> {
  const where = [
    sql`j.customer_id = ${cust}`,
    sql`not j.deleted`,
    sql`j.source_id = ${order.sourceId}`,
    sql`j.row ->> 'parentJobId' = ${order.providerJobId}`,
    sql`j.id <> ${order.id}`,
  ];
  return documentedPage(db, { targetId, pageSize: maxStagingPage, page: 1 }, where, orderOf(undefined));
}

type Page = Pick<StagingPage, 'targetId' | 'pageSize' | 'page'>;

async function documentedPage(
  db: Db,
  page: Page,
  where: readonly RawBuilder<unknown>[],
  order: RawBuilder<unknown>,
): Promise<StagedJob[]> {
  const mappings = mapKinds.map(
    (kind) => sql`json_build_object(
    'id', ${mappedId(kind)}, 'name', ${ref(kind, 'a')}.row ->> 'name',
    'certainty', ${certaintyOf(kind)},
    'unique', (${ref(kind, 'v')}.row ->> 'unique')::boolean) as ${sql.ref(kind)}`,
  );
  const { rows } = await sql<Found>`
    select j.row, count(*) over () as total, ${sql.join(mappings)}
    from job j ${sql.join(
      mapKinds.map((kind) => joinsOf(kind, page.targetId)),
      sql` `,
    )}
    where ${sql.join([...where], sql` and `)}
    order by ${order}
    ${limitTo(page)}`.execute(db);
  return rows.map((found) => documented(found, page));
}

function documented(found: Found, page: Page): StagedJob {
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
    submissionLimit: job.submissionLimit ?? null,
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
