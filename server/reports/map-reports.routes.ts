import { sql } from 'kysely';
import { ok } from '#contract/kit/result.ts';
import type { RightName } from '#contract/kit/rights.ts';
import {
  bulkMappingAbility,
  countMappings,
  readTargetMaintenance,
  reportMapDegrees,
  reportMapDetail,
  reportMapShifts,
  reportMapSpecialties,
  reportMapSummary,
} from '#contract/reports/map-reports.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import { may } from '#domain/rights/may.ts';
import { isPublished } from '#domain/targets/target-kinds.ts';
import type { Db } from '../kit/db/connection.ts';
import type { Page } from '../kit/db/paging.ts';
import { type Handler, handle } from '../kit/http/handle.ts';
import { row } from '../kit/http/loaders.ts';
import { gridRows, listedByIds, withGrouped } from '../mapping/grids/grid-rows.ts';
import { sourcesOf } from '../mapping/sources/sources.ts';
import { openJobsOf } from '../mapping/values/moved-jobs.ts';
import { facilitySettingsOf } from '../targets/open-clients.ts';
import { type StoredTarget, targetMappedFor, targetsOf } from '../targets/target-rows.ts';

const load = { target: targetMappedFor('target') };

type Terms = Page & { readonly query: string };

function termRows(db: Db, kind: MapKind, { customerId, row }: StoredTarget, { query, pageSize, page }: Terms) {
  const filter = { kind, mapState: '0' as const, query, within: null };
  return gridRows(db, customerId, row.id, { filter, sources: [], sort: '1', pageSize, page });
}

export const mapReportRoutes: Handler[] = [
  handle(bulkMappingAbility, async ({ cust }, { services: { db }, actor }) => {
    const targets = await targetsOf(db, cust);
    const maps = (kind: MapKind) => targets.some(({ row }) => row.maps.includes(kind));
    const customer = await db.selectFrom('customer').select('settings').where('id', '=', cust).executeTakeFirst();
    return ok({
      canShowMapFacility: maps('facility') && may(actor, 'map.facility'),
      canShowMapDegree: maps('degree') && may(actor, 'map.degree'),
      canShowShift: maps('shift') && may(actor, 'map.shift'),
      canShowMapSpecialty: maps('specialty') && may(actor, 'map.degree'),
      cleanupDegreeSpecialty: Number(customer?.settings['cleanupDegreeSpec'] ?? 0) > 0,
      canShowTargetXMLFeed: targets.some(({ row }) => isPublished(row.typeId)) && may(actor, 'jobs.report'),
      canShowRulesReport: may(actor, 'rules.read'),
    });
  }),
  handle(countMappings, async ({ cust }, { services: { db } }) => {
    const { rows } = await sql<{
      targetId: number;
      kind: MapKind;
      texts: number;
      byPeople: number;
      automatic: number;
      unmapped: number;
      setAside: number;
      suggested: number;
      waiting: number[];
    }>`
      with v as (
        select id, target_id, kind, row ->> 'how' as how, (row ->> 'ignored')::boolean as aside, mapped_id is null as open,
          (row ->> 'certainty')::numeric as certainty
        from map_value where customer_id = ${cust} and not deleted
      )
      select target_id as "targetId", kind, count(*) as texts, count(*) filter (where how = 'person') as "byPeople",
        count(*) filter (where how in ('auto', 'ai')) as automatic, count(*) filter (where open and not aside) as unmapped,
        count(*) filter (where aside) as "setAside", count(*) filter (where open and not aside and certainty >= 80) as suggested,
        coalesce(jsonb_agg(id) filter (where open and not aside), '[]') as waiting
      from v group by 1, 2`.execute(db);
    const jobsOf = new Map<MapKind, ReadonlyMap<number, number>>();
    for (const kind of mapKinds) jobsOf.set(kind, await openJobsOf(db, cust, kind));
    const targets = new Map((await targetsOf(db, cust)).map(({ row }) => [row.id, row.name]));
    return ok(
      rows.flatMap(({ waiting, ...row }) => {
        const TargetName = targets.get(row.targetId);
        if (TargetName === undefined) return [];
        const openJobs = waiting.reduce((sum, id) => sum + (jobsOf.get(row.kind)?.get(id) ?? 0), 0);
        return [{ ...row, targetName: TargetName, openJobs }];
      }),
    );
  }),
  handle(reportMapSummary, { load }, async ({ cust }, { services: { db } }, { target }) => {
    const { rows } = await sql<{ sourceId: number; texts: number; mapped: number; open: number[] }>`
      select source_id as "sourceId", count(*) as texts, count(*) filter (where mapped_id is not null) as mapped,
        coalesce(jsonb_agg(id) filter (where mapped_id is null and not (row ->> 'ignored')::boolean), '[]') as open
      from map_value where customer_id = ${cust} and target_id = ${target.row.id} and kind = 'facility' and not deleted
      group by 1`.execute(db);
    const jobs = await openJobsOf(db, cust, 'facility');
    const ofSource = new Map(rows.map((row) => [row.sourceId, row]));
    const sources = await sourcesOf(db, cust);
    return ok(
      sources.flatMap(({ id: sourceId, name, members }) => {
        const parts = [sourceId, ...members].flatMap((one) => ofSource.get(one) ?? []);
        const Count = parts.reduce((sum, part) => sum + part.texts, 0);
        if (Count === 0) return [];
        const Mapped = parts.reduce((sum, part) => sum + part.mapped, 0);
        // An ignored text needs no mapping.
        const open = parts.flatMap((part) => part.open);
        const Jobs = open.reduce((sum, one) => sum + (jobs.get(one) ?? 0), 0);
        return [{ sourceId, source: name, texts: Count, mapped: Mapped, unmapped: open.length, jobs: Jobs }];
      }),
    );
  }),
  handle(reportMapDetail, { load }, async ({ cust, source, name: fname, pageSize, page }, { services: { db } }, { target }) => {
    const { total, rows } = await gridRows(db, cust, target.row.id, {
      filter: { kind: 'facility', mapState: '0', query: fname, within: null },
      sources: await withGrouped(db, cust, source),
      sort: '1',
      pageSize,
      page,
    });
    return ok({
      total,
      rows: rows.map(({ value, mapped, jobs, source: name }) => ({
        targetId: target.row.id,
        sourceId: value.sourceId,
        source: name,
        client: value.text,
        mappedClient: mapped?.name ?? null,
        address: mapped?.address ?? null,
        city: mapped?.city ?? null,
        state: mapped?.state ?? null,
        zip: mapped?.zip ?? null,
        certainty: value.certainty,
        jobs,
      })),
    });
  }),
  handle(reportMapDegrees, { load }, async (terms, { services: { db } }, { target }) => {
    const found = await termRows(db, 'degree', target, terms);
    const rows = found.rows.map(({ value, mapped, jobs }) => ({
      degree: value.text,
      mappedDegree: mapped?.name ?? null,
      certainty: value.certainty,
      jobs,
    }));
    return ok({ total: found.total, rows });
  }),
  handle(reportMapSpecialties, { load }, async (terms, { services: { db } }, { target }) => {
    const found = await termRows(db, 'specialty', target, terms);
    const parents = [...new Set(found.rows.flatMap(({ mapped }) => mapped?.parentId ?? []))];
    const degrees = await listedByIds(db, terms.cust, target.row.id, 'degree', parents);
    const rows = found.rows.map(({ value, mapped, jobs }) => ({
      specialty: value.text,
      degree: value.within,
      mappedSpecialty: mapped?.name ?? null,
      mappedDegree: degrees.get(mapped?.parentId ?? '')?.name ?? null,
      certainty: value.certainty,
      jobs,
    }));
    return ok({ total: found.total, rows });
  }),
  handle(reportMapShifts, { load }, async (terms, { services: { db } }, { target }) => {
    const found = await termRows(db, 'shift', target, terms);
    const rows = found.rows.map(({ value, mapped, jobs }) => ({
      shift: value.text,
      mappedShift: mapped?.name ?? null,
      certainty: value.certainty,
      jobs,
    }));
    return ok({ total: found.total, rows });
  }),
  handle(readTargetMaintenance, { load: { target: row('target', 'targetId') } }, async (_args, { actor }, { target }) => {
    const on = (name: string, right: RightName = 'lists.write') => may(actor, right) && target.settings[name] !== false;
    return ok({
      canMaintainFacility: on('maintenanceFacility'),
      canMaintainDegree: on('maintenanceDegree'),
      canMaintainSpecialty: on('maintenanceSpecialty'),
      canMaintainShift: on('maintenanceShift'),
      canMaintainContact: on('maintenanceContact'),
      canMaintainVms: on('maintenanceVMS', 'vendors.write'),
      canMaintainMsp: on('maintenanceMSP', 'vendors.write'),
      style: facilitySettingsOf(target).style,
    });
  }),
];
