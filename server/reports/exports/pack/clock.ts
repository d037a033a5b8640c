import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';
import type { SheetCell } from '#domain/sheet/sheet-data.ts';

/** A full instant of UTC, as rows hold it. A day alone has no clock. */
const instant = /^(\d{4}-\d\d-\d\dT\d\d):(\d\d)(:\d\d(?:\.\d+)?)?Z$/;

/** Minutes that are kept with their clock, which is slow to read: jobs collected together share them. */
const mostKept = 20_000;

/**
 * Puts instants on the clock of a zone, as `yyyy-MM-ddTHH:mm`; anything else stays as it is. Minutes that were asked for are kept.
 */
export function clockOf(zone: string): (cell: SheetCell) => SheetCell {
  const kept = new Map<string, string>();
  return (cell) => {
    if (typeof cell !== 'string' || !instant.test(cell)) return cell;
    const minute = cell.slice(0, 16);
    const known = kept.get(minute);
    if (known !== undefined) return known;
    const clock = format(new TZDate(cell, zone), "yyyy-MM-dd'T'HH:mm");
    if (kept.size >= mostKept) kept.clear();
    kept.set(minute, clock);
    return clock;
  };
}
