import { type StagingView, stagingViews, viewLabels } from '#domain/job-list/staging-views.ts';
import { keyOfView, type SavedView } from '#src/entities/report-view/saved-views.ts';
import type { SavedViews } from '#src/entities/report-view/use-saved-views.ts';
import type { ViewAddress } from './use-view-address.ts';

/** Counts by built-in view, and by `savedKey` of saved ones. */
export type ViewCounts = Readonly<Record<StagingView, number> & Partial<Record<string, number>>>;

/** The tabs of the staging grid: the built-in views, then saved ones. */
export type ViewTabs = {
  readonly tabs: readonly (readonly [key: string, label: string])[];
  readonly current: string;
  readonly counts: ViewCounts | null;
  readonly onTab: (key: string) => void;
};

/** Most saved views that have a tab. The others are in the menu. */
const mostTabs = 3;

/** The key of a saved view among the tabs. */
export const savedKey = (id: number): string => `saved:${id}`;

/** The saved views that have a tab: the first ones, and always the open one. */
export function tabViews({ views, saved }: Pick<SavedViews, 'views' | 'saved'>): readonly SavedView[] {
  const first = views.slice(0, mostTabs);
  const isAmong = !saved || first.some((view) => keyOfView(view) === keyOfView(saved));
  return isAmong ? first : [...first.slice(0, mostTabs - 1), saved];
}

export function viewTabsOf({ saved, address, open, go }: ViewAddress, counts: ViewCounts | null): ViewTabs {
  const current = saved.saved;
  const own = tabViews(saved);
  return {
    tabs: [
      ...stagingViews.map((view) => [view, viewLabels[view]] as const),
      ...own.map((view) => [savedKey(view.id), view.name] as const),
    ],
    current: current ? savedKey(current.id) : address.view,
    counts,
    onTab(key) {
      const builtIn = stagingViews.find((view) => view === key);
      const view = own.find(({ id }) => savedKey(id) === key);
      if (view) open(view.id);
      // Between built-in views the query stays; the one of a saved view belongs to that view.
      else if (builtIn && current) open(builtIn);
      else if (builtIn) go({ view: builtIn });
    },
  };
}
