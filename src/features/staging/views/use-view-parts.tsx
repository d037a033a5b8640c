import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { viewLabels } from '#domain/job-list/staging-views.ts';
import { withKnown } from '#src/entities/report-view/saved-views.ts';
import { useViewActions } from '#src/entities/report-view/use-view-actions.tsx';
import { ViewMenu } from '#src/entities/report-view/view-menu.tsx';
import { ViewState } from '#src/entities/report-view/view-state.tsx';
import { arrange, type ColumnLayout } from '#src/ui/grid/model/column-layout.ts';
import type { GridColumn } from '#src/ui/grid/model/grid-column.ts';
import { useNamePage } from '#src/ui/screen/page-name.ts';
import type { ViewRows } from '../export/view-sheet.ts';
import { bodyOf } from './saved-views.ts';
import { useStagingViews } from './use-staging-views.ts';
import type { ViewAddress } from './use-view-address.ts';
import { ViewCount } from './view-count.tsx';
import { tabViews, type ViewCounts, type ViewTabs, viewTabsOf } from './view-tabs.ts';

const ExportView = lazy(() => import('../export/export-view.tsx').then((m) => ({ default: m.ExportView })));

/** What the parts need of the screen: the address, counts, and the rows to export. */
type Desk = ViewAddress & {
  readonly counts: ViewCounts | null;
  readonly client: ViewRows;
  readonly source: { readonly dataCount: number };
};
/** The layout on the screen, and as it is saved. */
type Look = { readonly layout: ColumnLayout; readonly kept: ColumnLayout };

export type ViewParts = {
  readonly tabs: ViewTabs;
  readonly menu: ReactNode;
  readonly state: ReactNode;
  readonly dialog: ReactNode;
  readonly onExport: () => void;
};

/** What the screen shows of the open view: its tab and menu, what differs from how it is saved, and its export. Names the page after it. */
export function useViewParts(desk: Desk, look: Look, columns: readonly GridColumn[]): ViewParts {
  const { address, saved, counts } = desk;
  const tabs = viewTabsOf(desk, counts);
  const name = saved.saved?.name ?? viewLabels[address.view];
  useNamePage('Staging', counts?.[tabs.current] ?? null, address.query && !saved.saved ? `${name}: ${address.query}` : name);
  const screen = useStagingViews(desk);
  const actions = useViewActions(screen);
  const [exporting, setExporting] = useState(false);
  const body = bodyOf(address, look.kept);
  const known = useMemo(() => new Set(columns.map(({ key }) => key)), [columns]);
  const rest = saved.views.filter((view) => !tabViews(saved).includes(view));
  return {
    tabs,
    menu: (
      <ViewMenu
        screen={screen}
        saved={saved.saved}
        actions={actions}
        body={withKnown(body, known)}
        listed={rest}
        heading="More saved views"
        renderCount={({ id }) => <ViewCount to={`/staging?cfid=${id}`} />}
        button={{ label: 'Views', variant: 'subtle' }}
      />
    ),
    state: <ViewState screen={screen} open={saved} actions={actions} body={body} known={known} />,
    dialog: exporting && (
      <Suspense>
        <ExportView
          name={name}
          rows={desk.client}
          count={desk.source.dataCount}
          columns={arrange(columns, look.layout).all.map(({ column }) => column)}
          onClose={() => setExporting(false)}
        />
      </Suspense>
    ),
    onExport: () => setExporting(true),
  };
}
