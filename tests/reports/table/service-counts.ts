import { sql } from 'kysely';
import { listAllTasks } from '#contract/collecting/tasks.ts';
import { listOwnConfigurations } from '#contract/reports/configurations.ts';
import {
  reportMapDegrees,
  reportMapDetail,
  reportMapShifts,
  reportMapSpecialties,
  reportMapSummary,
} from '#contract/reports/map-reports.ts';
import { reportRules } from '#contract/rules/rules.ts';
import type { Agency } from './agency.ts';

/** How many rows the service counts for each report of the device, over the same database. */
export function serviceCounts({ service, tokens: { chief } }: Agency, target: number) {
  const page = { cust: 'me', target, pageSize: 1, page: 1 } as const;
  return {
    jobs: async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from job where customer_id = ${service.people.north} and not deleted`.execute(
        service.services.db,
      );
      return rows[0]?.count;
    },
    mapSummary: async () => (await service.call(reportMapSummary, { cust: 'me', target }, chief)).length,
    mapDetail: async () => (await service.call(reportMapDetail, page, chief)).total,
    mapDegrees: async () => (await service.call(reportMapDegrees, page, chief)).total,
    mapSpecialties: async () => (await service.call(reportMapSpecialties, page, chief)).total,
    mapShifts: async () => (await service.call(reportMapShifts, page, chief)).total,
    rules: async () => (await service.call(reportRules, { cust: 'me' }, chief)).length,
    customerTasks: async () => (await service.call(listAllTasks, { cust: 'me' }, chief)).length,
    myReports: async () => (await service.call(listOwnConfigurations, { cust: 'me' }, chief)).length,
  };
}
