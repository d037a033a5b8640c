import { useMemo } from 'react';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { defaultIn, isCalled, type SavedView, viewsIn } from './saved-views.ts';
import { readViewId, saysNothing } from './staging-address.ts';

export type SavedViews = {
  readonly ready: boolean;
  readonly views: readonly SavedView[];
  /** The view that the address names, or the person's default where it names nothing. */
  readonly saved: SavedView | null;
  /** The address names a view that is gone or that is not shared with this person. */
  readonly isMissing: boolean;
};

/** The saved views on this device, and the one that is open at an address. */
export function useSavedViews(params: URLSearchParams, all: boolean): SavedViews {
  const { ready, rows } = useCollection('reportConfiguration');
  const { role } = useSession();
  return useMemo(() => {
    const views = viewsIn(rows, role);
    const wanted = readViewId(params);
    const named = wanted === null ? null : (views.find((view) => isCalled(view, wanted)) ?? null);
    const saved = named ?? (saysNothing(params, all) ? defaultIn(views, role) : null);
    return { ready, views, saved, isMissing: ready && wanted !== null && named === null };
  }, [ready, rows, role, params, all]);
}
