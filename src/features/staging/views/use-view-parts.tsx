import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { arrange } from '#src/ui/grid/model/column-layout.ts';
import type { GridColumn } from '#src/ui/grid/model/grid-column.ts';
import { useNamePage } from '#src/ui/screen/page-name.ts';
import type { GridLook } from '../use-grid-layout.ts';
import type { Staging } from '../use-staging.ts';
import { bodyOf, withKnown } from './saved-views.ts';
import { viewLabels } from './staging-views.ts';
import { useViewActions } from './use-view-actions.ts';
import { ViewMenu } from './view-menu.tsx';
import { ViewState } from './view-state.tsx';
import { tabViews, type ViewTabs, viewTabsOf } from './view-tabs.ts';

const ExportView = lazy(() => import('../export/export-view.tsx').then((m) => ({ default: m.ExportView })));

export type ViewParts = {
  readonly tabs: ViewTabs;
  readonly menu: ReactNode;
  readonly state: ReactNode;
  readonly dialog: ReactNode;
  readonly onExport: () => void;
};

/** What the screen shows of the open view: its tab and menu, what differs from how it is saved, and its export. Names the page after it. */
export function useViewParts(staging: Staging, look: GridLook, columns: readonly GridColumn[]): ViewParts {
  const { address, saved, counts } = staging;
  const tabs = viewTabsOf(staging);
  const name = saved.saved?.name ?? viewLabels[address.view];
  useNamePage('Staging', counts?.[tabs.current] ?? null, address.query && !saved.saved ? `${name}: ${address.query}` : name);
  const actions = useViewActions(staging);
  const [exporting, setExporting] = useState(false);
  const body = bodyOf(address, look.kept);
  const known = useMemo(() => new Set(columns.map(({ key }) => key)), [columns]);
  const rest = saved.views.filter((view) => !tabViews(saved).includes(view));
  return {
    tabs,
    menu: <ViewMenu staging={staging} actions={actions} body={withKnown(body, known)} rest={rest} />,
    state: <ViewState staging={staging} actions={actions} body={body} known={known} />,
    dialog: exporting && (
      <Suspense>
        <ExportView
          name={name}
          rows={staging.client}
          count={staging.source.dataCount}
          columns={arrange(columns, look.layout).all.map(({ column }) => column)}
          onClose={() => setExporting(false)}
        />
      </Suspense>
    ),
    onExport: () => setExporting(true),
  };
}
