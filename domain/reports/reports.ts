import type { AnyReport } from './kit/report.ts';
import { mapSummaryReport } from './mapping/map-summary.ts';
import { mapDegreesReport, mapDetailReport, mapShiftsReport, mapSpecialtiesReport } from './mapping/mapped-texts.ts';
import { ruleReport } from './rules/rule-report.ts';

/** Every report of the product, in the order of the library. */
export const reports: readonly AnyReport[] = [
  mapSummaryReport,
  mapDetailReport,
  mapDegreesReport,
  mapSpecialtiesReport,
  mapShiftsReport,
  ruleReport,
];
