import * as z from 'zod';
import { type LocalSetting, localSetting } from '../local-setting.ts';

/**
 * A user's layout of a table: hidden columns, column order, and widths in pixels. `hidden` is false for a column that the user
 * shows even if it is empty, and has no entry for a column that the user never set.
 */
const TableLayout = z.object({
  hidden: z.record(z.string(), z.boolean()),
  order: z.array(z.string()),
  widths: z.record(z.string(), z.number()),
});
export type TableLayout = z.infer<typeof TableLayout>;

const layouts = new Map<string, LocalSetting<TableLayout>>();

/** The layout of one table on this device. `fallback` applies until the user changes it. */
export function tableLayout(name: string, fallback: TableLayout): LocalSetting<TableLayout> {
  const known = layouts.get(name);
  if (known) return known;
  const setting = localSetting(`table.${name}`, TableLayout, fallback);
  layouts.set(name, setting);
  return setting;
}

/** The layout that a table has until the user changes it. */
export const usualLayout = (columns: readonly { readonly key: string; readonly hidden?: boolean }[]): TableLayout => ({
  hidden: Object.fromEntries(columns.filter(({ hidden }) => hidden).map(({ key }) => [key, true])),
  order: [],
  widths: {},
});

/** The columns that the user's layout shows, in its order. The first one names the row: it is always shown first. */
export function laidOut<C extends { readonly key: string }>(columns: readonly C[], layout: TableLayout): C[] {
  const [first, ...others] = columns;
  if (!first) return [];
  const place = new Map(layout.order.map((key, at) => [key, at]));
  const placeOf = ({ key }: C) => place.get(key) ?? Number.MAX_SAFE_INTEGER;
  const shown = others.filter(({ key }) => !(layout.hidden[key] ?? false));
  return [first, ...shown.toSorted((a, b) => placeOf(a) - placeOf(b))];
}

/** Whether a column is hidden: by the user's choice, or because it is empty and the user made none. */
export const isHidden = (key: string, { hidden }: TableLayout, empty: ReadonlySet<string>): boolean =>
  hidden[key] ?? empty.has(key);

/** The order with one column moved one place earlier (-1) or later (1). At the ends, the order stays. */
export function withStep(order: readonly string[], key: string, step: -1 | 1): string[] {
  const at = order.indexOf(key);
  const to = at + step;
  if (at < 0 || to < 0 || to >= order.length) return [...order];
  const rest = order.filter((one) => one !== key);
  return [...rest.slice(0, to), key, ...rest.slice(to)];
}

const [minWidth, maxWidth] = [60, 640];

/** A width kept within the readable limits. */
export const readableWidth = (pixels: number): number => Math.round(Math.min(maxWidth, Math.max(minWidth, pixels)));
