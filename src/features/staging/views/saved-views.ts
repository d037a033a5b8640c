import type { ConfigurationBody } from '#contract/rows/report-rows.ts';
import { reportBase, stagingReportId } from '#contract/rows/report-rows.ts';
import type { SavedView } from '#src/entities/report-view/saved-views.ts';
import type { ColumnLayout } from '#src/ui/grid/model/column-layout.ts';
import type { StagingAddress } from './staging-address.ts';

/** Whether a saved view is one of the staging grid. The jobs report has the same number. */
export const isStagingView = ({ reportId, body }: SavedView): boolean => reportId === stagingReportId && body.base !== reportBase;

export const layoutOf = ({ columns, start, end, widths, density }: ConfigurationBody): ColumnLayout => ({
  shown: columns,
  start,
  end,
  widths,
  density,
});

/** What a view would save: the jobs that the address shows, in this layout. */
export function bodyOf({ view, query, sort, group }: StagingAddress, layout: ColumnLayout): ConfigurationBody {
  const { shown, start, end, widths, density } = layout;
  const readable = Object.entries(widths).map(([key, width]) => [key, Math.round(Math.min(640, Math.max(60, width)))] as const);
  return {
    base: view,
    query,
    sort: sort.map(({ key, descending }) => ({ key, descending })),
    group: [...group],
    columns: [...shown],
    start: [...start],
    end: [...end],
    widths: Object.fromEntries(readable),
    density,
  };
}
