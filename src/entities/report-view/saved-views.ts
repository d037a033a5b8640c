import type { ConfigurationBody, ReportConfigurationRow } from '#contract/rows/report-rows.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { sameJson } from '#domain/json/same-json.ts';

export type SavedView = ReportConfigurationRow;

/** The person who looks at the views. */
export type Viewer = { readonly userId: number; readonly userRoleId: number; readonly administrator: boolean };

/** The saved views of one screen that this person sees: their own, then those that others share, by name. */
export function viewsIn(
  rows: readonly SavedView[],
  { userId }: Viewer,
  isOfScreen: (row: SavedView) => boolean,
): readonly SavedView[] {
  const isOthers = ({ ownerId }: SavedView) => Number(ownerId !== userId);
  return rows
    .filter((row) => !row.purged && isOfScreen(row))
    .sort((a, b) => isOthers(a) - isOthers(b) || a.name.localeCompare(b.name));
}

/** The saved view that a URL names; null for none. A view that this device created has a negative id until it is sent. */
export function readViewId(params: URLSearchParams): number | null {
  const text = params.get('cfid') ?? '';
  return /^-?[1-9]\d{0,15}$/.test(text) && text !== '-1' ? Number(text) : null;
}

/** The id by which an address names a view, also before the service has given it one. */
export const isCalled = ({ id, ref }: SavedView, wanted: number): boolean =>
  id === wanted || (ref !== null && localIdOf(ref) === wanted);

/** The same view before and after the service gives it an id. */
export const keyOfView = ({ id, ref }: SavedView): string => ref ?? String(id);

/** The view that a screen opens with: the person's own default, or else their role's. */
export const defaultIn = (views: readonly SavedView[], { userId, userRoleId }: Viewer): SavedView | null =>
  views.find((view) => view.isDefault && view.ownerId === userId) ??
  views.find((view) => view.roleIds.includes(userRoleId)) ??
  null;

/** Everyone changes what is shared, but the default of a role is the administrators'. The service judges alike. */
export const mayChange = ({ roleIds }: SavedView, { administrator }: Viewer): boolean => administrator || roleIds.length === 0;
export const mayRemove = (view: SavedView, viewer: Viewer): boolean =>
  mayChange(view, viewer) && (viewer.administrator || view.ownerId === viewer.userId);

/** The body without columns that no longer exist. `known` are the keys of all columns of the screen. */
export function withKnown(body: ConfigurationBody, known: ReadonlySet<string>): ConfigurationBody {
  const columns = body.columns.filter((key) => known.has(key));
  const shown = new Set(columns);
  const kept = (keys: readonly string[]) => keys.filter((key) => shown.has(key));
  const widths = Object.fromEntries(Object.entries(body.widths).filter(([key]) => shown.has(key)));
  return { ...body, columns, start: kept(body.start), end: kept(body.end), widths };
}

/** Columns of a view that no longer exist. */
export const goneColumns = ({ columns }: ConfigurationBody, known: ReadonlySet<string>): readonly string[] =>
  columns.filter((key) => !known.has(key));

/** Whether two views show the same rows in the same columns. Columns that are not shown make no difference. */
export const looksAlike = (one: ConfigurationBody, other: ConfigurationBody, known: ReadonlySet<string>): boolean =>
  sameJson(withKnown(one, known), withKnown(other, known));
