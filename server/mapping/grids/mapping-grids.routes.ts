import { Buffer } from 'node:buffer';
import { sql } from 'kysely';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { filterFacilities, listChoices, listDegreeChoices, listJobChoices } from '#contract/mapping/choices.ts';
import { listDegreeMap, listFacilityMap, listShiftMap, listSpecialtyMap } from '#contract/mapping/mapping-grids.ts';
import { listGroupChoices, mapTypes } from '#contract/mapping/values.ts';
import { type Absent, absent } from '#contract/rows/absent.ts';
import type { AtsValueRow, MapKind, TargetRow } from '#contract/rows/rows.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { type Page, pagesOf, rowsBefore } from '#server/kit/db/paging.ts';
import { likeOf } from '#server/kit/db/search.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { row, rowOrAll } from '#server/kit/http/loaders.ts';
import { valuesOf } from '../runs/run-rows.ts';
import { groupChoicesFor } from '../values/matchers.ts';
import { absentIn } from '../values/stray-value.ts';
import { findChoices, jobChoices } from './choices.ts';
import { type Grid, gridRows, listedByIds, withGrouped } from './grid-rows.ts';

/** Fewer letters than this return no facilities (documented). */
const leastLetters = 3;
const mostNames = 50;

const load = { target: row('target', 'target') };
const loadById = { target: row('target', 'targetId') };

export const mappingGridRoutes: Handler[] = [
  handle(
    listFacilityMap,
    { load: { ...loadById, source: rowOrAll('source', 'sourceId') } },
    async ({ cust, targetId, mapState, sourceId, sort, name, pageSize, page }, { services: { db } }) => {
      const query = name === '-' ? '' : fromBase64(name);
      if (query === null) return no({ kind: 'invalid', fields: { name: 'Send the name as base64, or - for none' } });
      const grid = await gridRows(db, cust, targetId, {
        filter: { kind: 'facility', mapState, query, within: null },
        sources: await withGrouped(db, cust, sourceId),
        sort,
        pageSize,
        page,
      });
      return ok(
        pageRows(grid, { pageSize, page }).map(({ common, value, mapped }) => ({
          ...common,
          name: value.text,
          address: value.address,
          city: value.city,
          state: value.state,
          zip: value.zip,
          mappedName: mapped?.name ?? null,
          mappedAddress: mapped?.address ?? null,
          mappedCity: mapped?.city ?? null,
          mappedState: mapped?.state ?? null,
          mappedZip: mapped?.zip ?? null,
          externalId: value.mappedId,
        })),
      );
    },
  ),
  handle(listDegreeMap, { load }, async ({ cust, target, mapstate, query, sort, pageSize, page }, { services: { db } }) => {
    const filter = { kind: 'degree' as const, mapState: mapstate, query, within: null };
    const grid = await gridRows(db, cust, target, { filter, sources: [], sort, pageSize, page });
    return ok(
      pageRows(grid, { pageSize, page }).map(({ common, value, mapped }) => ({
        ...common,
        degreeName: value.text,
        degreeExternalId: value.mappedId,
        mappedDegreeName: mapped?.name ?? null,
      })),
    );
  }),
  handle(listSpecialtyMap, { load }, async (args, { services: { db } }) => {
    const { cust, target, mapstate, degreeId, query, degreeName: degreename, sort, pageSize, page } = args;
    const [degree] = degreeId === 0 ? [] : await valuesOf(db, cust, [degreeId], false);
    if (degreeId !== 0 && (degree?.kind !== 'degree' || degree.targetId !== target))
      return no(absentIn({ targetId: target, kind: 'degree' }, degreeId));
    const within = degree?.text ?? (degreename.trim() === '' ? null : degreename.trim());
    const filter = { kind: 'specialty' as const, mapState: mapstate, query, within };
    const grid = await gridRows(db, cust, target, { filter, sources: [], sort, pageSize, page });
    const degrees = await degreesOf(db, cust, target, grid);
    return ok(
      pageRows(grid, { pageSize, page }).map(({ common, value, mapped }) => ({
        ...common,
        degreeName: value.within,
        specialtyName: value.text,
        specialtyExternalId: value.mappedId,
        mappedSpecialtyName: mapped?.name ?? null,
        degreeExternalId: mapped?.parentId ?? null,
        mappedDegreeName: degrees.get(mapped?.parentId ?? '')?.name ?? null,
      })),
    );
  }),
  handle(listShiftMap, { load }, async ({ cust, target, mapstate, query, sort, pageSize, page }, { services: { db } }) => {
    const filter = { kind: 'shift' as const, mapState: mapstate, query, within: null };
    const grid = await gridRows(db, cust, target, { filter, sources: [], sort, pageSize, page });
    return ok(
      pageRows(grid, { pageSize, page }).map(({ common, value, mapped }) => ({
        ...common,
        shiftName: value.text,
        shiftExternalId: value.mappedId,
        mappedShiftName: mapped?.name ?? null,
      })),
    );
  }),
  handle(listChoices, { load: loadById }, async ({ cust, targetId, type, query, s, c, page }, { services: { db } }) => {
    return ok(await findChoices(db, cust, targetId, { kind: mapTypes[type], query, page, state: s, city: c }));
  }),
  handle(listDegreeChoices, { load }, async ({ cust, target, type, degreeId, query, page }, { services: { db } }, loaded) => {
    const kind: MapKind = mapTypes[type];
    const degree = await chosenDegree(db, cust, loaded.target.row, kind, degreeId);
    return degree.ok ? ok(await findChoices(db, cust, target, { kind, query, page, parentId: degree.value })) : degree;
  }),
  handle(
    listJobChoices,
    { load: { ...loadById, job: rowOrAll('job', 'jobId') } },
    async ({ cust, targetId, type, query, page, level, ...args }, { services: { db } }, { target, job }) => {
      const kind: MapKind = mapTypes[type];
      const parentId = args.parentId === '' ? undefined : args.parentId;
      const degree = await chosenDegree(db, cust, target.row, kind, args.degreeId);
      if (!degree.ok) return degree;
      if (!any.has(args.facilityId) && (await listedByIds(db, cust, targetId, 'facility', [args.facilityId])).size === 0)
        return no(absent(`facility of target ${targetId}`, args.facilityId));
      if (job === null || query.trim() !== '' || level !== undefined || parentId !== undefined)
        return ok(await findChoices(db, cust, targetId, { kind, query, page, level, parentId: parentId ?? degree.value }));
      const found = await jobChoices(db, cust, targetId, job.row, kind);
      const fitting = found.filter(({ degreeExternalId }) => fitsDegree(degreeExternalId, degree.value));
      return ok(page > 1 ? [] : fitting);
    },
  ),
  handle(listGroupChoices, { load: loadById }, async ({ cust, targetId }, { services: { db } }) =>
    ok(await groupChoicesFor(db, cust, targetId)),
  ),
  handle(filterFacilities, { load: loadById }, async ({ cust, targetId, queryfilter }, { services: { db } }) => {
    if (queryfilter.replaceAll('*', '').trim().length < leastLetters) return ok([]);
    const { rows } = await sql<{ id: number; name: string }>`
      select min(v.id) as id, v.row ->> 'text' as name from map_value v
      where v.customer_id = ${cust} and v.target_id = ${targetId} and v.kind = 'facility' and not v.deleted
        and v.row ->> 'text' ilike ${likeOf(queryfilter)}
      group by v.row ->> 'text' order by 2 limit ${mostNames}`.execute(db);
    return ok(rows);
  }),
];

/** Ids in a path that mean any value of the ATS. */
const any: ReadonlySet<string> = new Set(['0', '-1']);

/** A specialty without a degree matches every degree. */
const fitsDegree = (of: string | null, wanted: string | undefined): boolean => wanted === undefined || (of ?? wanted) === wanted;

/**
 * The ATS degree whose specialties are wanted; undefined if the degree does not matter, as with other kinds and with targets whose
 * specialties do not depend on degrees. Refuses a degree that the target does not list.
 */
async function chosenDegree(
  db: Db,
  customerId: number,
  target: TargetRow,
  kind: MapKind,
  degreeId: string,
): Promise<Result<string | undefined, Absent>> {
  if (any.has(degreeId)) return ok(undefined);
  if ((await listedByIds(db, customerId, target.id, 'degree', [degreeId])).size === 0)
    return no(absent(`degree of target ${target.id}`, degreeId));
  return ok(kind === 'specialty' && target.specialtyDependsOnDegree ? degreeId : undefined);
}

/** The columns that all grids share, with the row's value and its mapped value. */
function pageRows({ total, rows }: Grid, page: Page) {
  return rows.map(({ value, mapped, suggested, jobs, source }, i) => ({
    value,
    mapped,
    common: {
      row: rowsBefore(page) + i + 1,
      id: value.id,
      source,
      sourceId: value.sourceId,
      certainty: value.certainty,
      how: value.how,
      suggestedExternalId: value.suggestedId,
      suggestedName: suggested?.name ?? null,
      isUnique: value.unique,
      isIgnored: value.ignored,
      jobs,
      totalPages: pagesOf(total, page),
      total,
    },
  }));
}

const degreesOf = (db: Db, customerId: number, targetId: number, { rows }: Grid): Promise<ReadonlyMap<string, AtsValueRow>> =>
  listedByIds(db, customerId, targetId, 'degree', [...new Set(rows.flatMap(({ mapped }) => mapped?.parentId ?? []))]);

/** Decodes a base64 path segment (either alphabet); null if it is invalid. */
function fromBase64(text: string): string | null {
  if (!/^[\w+/-]*={0,2}$/.test(text)) return null;
  return Buffer.from(text, 'base64').toString('utf8');
}
