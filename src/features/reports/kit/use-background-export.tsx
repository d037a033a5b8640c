import { Menu } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Report } from '#domain/reports/kit/report.ts';
import { useOffline } from '#src/ui/connection/connection.ts';
import type { PagedList } from '#src/ui/list/use-list.ts';
import { useSetting } from '#src/ui/local-setting.ts';
import { tableLayout, usualLayout } from '#src/ui/table/table-layout.ts';
import { useLayoutName } from './layout-name.ts';
import { bodyOf } from './report-body.ts';

const ExportDialog = lazy(() => import('../files/export-dialog.tsx').then((m) => ({ default: m.ExportDialog })));

/** The item of the menu Export by which the service makes the file, and its dialog. */
export function useBackgroundExport<T>(
  report: Report<T>,
  list: PagedList<T>,
  total: number | undefined,
): { item: ReactNode; dialog: ReactNode } {
  const offline = useOffline();
  const [isOpen, setOpen] = useState(false);
  const [layout] = useSetting(tableLayout(useLayoutName(report), usualLayout(report.columns)));
  const body = bodyOf(report, layout, list);
  return {
    item: (
      <Menu.Item disabled={offline} onClick={() => setOpen(true)}>
        {offline ? 'Export in the background (online only)' : 'Export in the background…'}
      </Menu.Item>
    ),
    dialog: isOpen && (
      <Suspense>
        <ExportDialog report={report} body={body} found={list.found} total={total ?? null} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
