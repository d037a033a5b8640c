import * as z from 'zod';
import { type LocalSetting, localSetting } from '../local-setting.ts';

/** How a person arranged a table: which columns are hidden, their order and their widths in pixels. */
const TableLayout = z.object({
  hidden: z.record(z.string(), z.boolean()),
  order: z.array(z.string()),
  widths: z.record(z.string(), z.number()),
});
export type TableLayout = z.infer<typeof TableLayout>;

const layouts = new Map<string, LocalSetting<TableLayout>>();

/** The arrangement of one table on this device; `fallback` until a person changes it. */
export function tableLayout(name: string, fallback: TableLayout): LocalSetting<TableLayout> {
  const known = layouts.get(name);
  if (known) return known;
  const setting = localSetting(`table.${name}`, TableLayout, fallback);
  layouts.set(name, setting);
  return setting;
}

/** The order with one column a place earlier (-1) or later (1); the ends stay where they are. */
export function withStep(order: readonly string[], key: string, step: -1 | 1): string[] {
  const at = order.indexOf(key);
  const to = at + step;
  if (at < 0 || to < 0 || to >= order.length) return [...order];
  const rest = order.filter((one) => one !== key);
  return [...rest.slice(0, to), key, ...rest.slice(to)];
}

const [minWidth, maxWidth] = [60, 640];

/** A width kept within what is readable. */
export const readableWidth = (pixels: number): number => Math.round(Math.min(maxWidth, Math.max(minWidth, pixels)));
