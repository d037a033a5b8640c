import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { messages } from '#contract/kit/messages.ts';
import { type ConfigurationBody, reportBase } from '#contract/rows/report-rows.ts';
import { sameJson } from '#domain/json/same-json.ts';
import type { Report } from '#domain/reports/kit/report.ts';
import { keyOfView, looksAlike, readViewId, type SavedView, withKnown } from '#src/entities/report-view/saved-views.ts';
import { useSavedViewsOf } from '#src/entities/report-view/use-saved-views.ts';
import { useViewActions, type ViewScreen } from '#src/entities/report-view/use-view-actions.tsx';
import { ViewMenu } from '#src/entities/report-view/view-menu.tsx';
import { ViewState } from '#src/entities/report-view/view-state.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useSetting } from '#src/ui/local-setting.ts';
import { tableLayout, usualLayout } from '#src/ui/table/table-layout.ts';
import { layoutNameOf } from './layout-name.ts';
import { bodyOf, fitted, goneFilters, layoutOf, ownParams, paramsOf, type ReportAddress, withoutView } from './report-body.ts';

const quietly = { replace: true, preventScrollReset: true } as const;

/** The saved views of a report: the menu that opens and saves them, and what differs from the open one. */
export function useReportViews<T>(report: Report<T>, list: ReportAddress): { menu: ReactNode; state: ReactNode } {
  const { may } = useSession();
  const known = new Set<string>(report.columns.map(({ key }) => key));
  const { found, screen, body } = useViewsOf(report, list, known);
  const actions = useViewActions(screen);
  const view = found.saved;
  // A person who may not see staging gets no saved views.
  if (!may('staging.read')) return { menu: null, state: null };
  const open = view && { ...view, body: fitted(report, view.body) };
  return {
    menu: (
      <ViewMenu
        screen={screen}
        saved={view}
        actions={actions}
        body={withKnown(body, known)}
        listed={found.views}
        heading="Saved views"
        {...(view && { leaveItem: 'No saved view' })}
        button={{ label: view?.name ?? 'Views', variant: 'default' }}
      />
    ),
    state: (
      <ViewState
        screen={screen}
        open={{ saved: open, isMissing: found.isMissing }}
        actions={actions}
        body={body}
        known={known}
        goneFilters={view ? goneFilters(report, view.body) : []}
      />
    ),
  };
}

/** A report as a screen with saved views: those found, how to open them, and what the page would save now. */
function useViewsOf<T>(report: Report<T>, list: ReportAddress, known: ReadonlySet<string>) {
  const { id, title } = report;
  const [params, setParams] = useSearchParams();
  const wanted = readViewId(params);
  const says = ownParams(report).some((name) => params.has(name));
  // Only an address that says nothing opens the default view, and only once: who clears the filters stays with all rows.
  const [isFresh, setFresh] = useState(wanted === null && !says);
  const isOfReport = useCallback((row: SavedView) => row.reportId === id && row.body.base === reportBase, [id]);
  const found = useSavedViewsOf(isOfReport, wanted, isFresh);
  const usual = usualLayout(report.columns);
  const [layout] = useSetting(tableLayout(layoutNameOf(report, wanted), usual));
  const body = bodyOf(report, layout, list);
  const change = (next: (now: URLSearchParams) => URLSearchParams) => setParams(next, quietly);
  /** Shows a view as it is saved. With `keeps`, the address keeps what it says beside the view. */
  const show = ({ id: own, body: saved }: SavedView, keeps = false) => {
    const cfid = wanted ?? own;
    tableLayout(layoutNameOf(report, cfid), usual).write(layoutOf(report, fitted(report, saved)));
    if (!keeps) change((now) => paramsOf(report, now, String(cfid), saved));
  };
  useShown(found.saved, {
    isAsSaved: (saved) => looksAlike(body, fitted(report, saved), known),
    show: (one) => show(one, says),
    follow: show,
    done: () => setFresh(false),
  });
  const screen: ViewScreen = {
    reportId: id,
    name: title,
    keeps: 'Columns, widths, order, search and filters are saved with it.',
    views: found.views,
    open: (one) => change((now) => withView(report, now, one)),
    reset: (one) => show(one),
    leave: () => change((now) => withoutView(report, now)),
    leaveLabel: 'Show all rows',
    goneWords: `${messages.configurationNotLoaded}: this view was removed, or it is not shared with you.`,
  };
  return { found, screen, body };
}

/** The parameters that name a view and say nothing else of it. */
function withView(
  report: Pick<Report<never>, 'columns' | 'filters' | 'sort'>,
  now: URLSearchParams,
  id: number,
): URLSearchParams {
  const opened = withoutView(report, now);
  opened.set('cfid', String(id));
  return opened;
}

type Shown = {
  /** Whether the page looks as a body says. */
  readonly isAsSaved: (body: ConfigurationBody) => boolean;
  /** Shows a view that was just opened. */
  readonly show: (view: SavedView) => void;
  /** Shows the open view as it is saved now. */
  readonly follow: (view: SavedView) => void;
  readonly done: () => void;
};

/** Shows a view once it is opened, and again when somebody else saves it, unless the user has changed something since. */
function useShown(view: SavedView | null, { isAsSaved, show, follow, done }: Shown): void {
  const last = useRef<{ readonly key: string; readonly body: ConfigurationBody } | null>(null);
  useEffect(() => {
    const before = last.current;
    last.current = view && { key: keyOfView(view), body: view.body };
    if (!view) return;
    if (before?.key !== keyOfView(view)) {
      show(view);
      done();
    } else if (!sameJson(before.body, view.body) && isAsSaved(before.body)) follow(view);
  });
}
