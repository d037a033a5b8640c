import { useSearchParams } from 'react-router-dom';
import type { AnyReport } from '#domain/reports/kit/report.ts';
import { readViewId } from '#src/entities/report-view/saved-views.ts';

/** The name of a report's table layout on this device. A saved view has a layout of its own, so that it does not change the usual one. */
export const layoutNameOf = ({ title }: Pick<AnyReport, 'title'>, viewId: number | null): string =>
  viewId === null ? title : `${title} view ${viewId}`;

/** The name of the layout that the address shows. */
export function useLayoutName(report: Pick<AnyReport, 'title'>): string {
  const [params] = useSearchParams();
  return layoutNameOf(report, readViewId(params));
}
