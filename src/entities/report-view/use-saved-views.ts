import { useMemo } from 'react';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { defaultIn, isCalled, type SavedView, viewsIn } from './saved-views.ts';

export type SavedViews = {
  readonly ready: boolean;
  readonly views: readonly SavedView[];
  /** The view that the address names, or the person's default where it names nothing. */
  readonly saved: SavedView | null;
  /** The address names a view that is gone or that is not shared with this person. */
  readonly isMissing: boolean;
};

/** A screen's saved views on this device. `wanted` is the view that its address names; without one, the default opens if it may. */
export function useSavedViewsOf(
  isOfScreen: (row: SavedView) => boolean,
  wanted: number | null,
  opensDefault: boolean,
): SavedViews {
  const { ready, rows } = useCollection('reportConfiguration');
  const { role } = useSession();
  return useMemo(() => {
    const views = viewsIn(rows, role, isOfScreen);
    const named = wanted === null ? null : (views.find((view) => isCalled(view, wanted)) ?? null);
    const saved = named ?? (opensDefault ? defaultIn(views, role) : null);
    return { ready, views, saved, isMissing: ready && wanted !== null && named === null };
  }, [ready, rows, role, isOfScreen, wanted, opensDefault]);
}
