import { readViewId } from '#src/entities/report-view/saved-views.ts';
import { type SavedViews, useSavedViewsOf } from '#src/entities/report-view/use-saved-views.ts';
import { isStagingView } from './saved-views.ts';
import { saysNothing } from './staging-address.ts';

/** The saved views of the staging grid on this device, and the one that is open at an address. */
export const useSavedViews = (params: URLSearchParams, all: boolean): SavedViews =>
  useSavedViewsOf(isStagingView, readViewId(params), saysNothing(params, all));
