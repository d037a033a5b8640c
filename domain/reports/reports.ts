import { customerTasksReport } from './collecting/task-report.ts';
import { jobsReport } from './jobs/jobs-report.ts';
import type { AnyReport } from './kit/report.ts';
import { mapSummaryReport } from './mapping/map-summary.ts';
import { mapDegreesReport, mapDetailReport, mapShiftsReport, mapSpecialtiesReport } from './mapping/mapped-texts.ts';
import { customerTargetsReport } from './posting/target-report.ts';
import { ruleReport } from './rules/rule-report.ts';

/** Every report of the product, in the order of the library. */
export const reports: readonly AnyReport[] = [
  jobsReport,
  mapSummaryReport,
  mapDetailReport,
  mapDegreesReport,
  mapSpecialtiesReport,
  mapShiftsReport,
  ruleReport,
  customerTasksReport,
  customerTargetsReport,
];
