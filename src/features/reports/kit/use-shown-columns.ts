import type { Report, ReportColumn } from '#domain/reports/kit/report.ts';
import { useSetting } from '#src/ui/local-setting.ts';
import { laidOut, tableLayout, usualLayout } from '#src/ui/table/table-layout.ts';
import { useLayoutName } from './layout-name.ts';

/** The columns that the layout of a report's table shows, in their order: the user's own, or that of the open view. */
export function useShownColumns<T>(report: Report<T>): readonly ReportColumn<T>[] {
  const [layout] = useSetting(tableLayout(useLayoutName(report), usualLayout(report.columns)));
  return laidOut(report.columns, layout);
}
