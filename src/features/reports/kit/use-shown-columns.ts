import type { Report, ReportColumn } from '#domain/reports/kit/report.ts';
import { useSetting } from '#src/ui/local-setting.ts';
import { laidOut, tableLayout, usualLayout } from '#src/ui/table/table-layout.ts';

/** The columns that the user's layout of a report's table shows, in their order. Its table has the report's title as its name. */
export function useShownColumns<T>({ title, columns }: Report<T>): readonly ReportColumn<T>[] {
  const [layout] = useSetting(tableLayout(title, usualLayout(columns)));
  return laidOut(columns, layout);
}
