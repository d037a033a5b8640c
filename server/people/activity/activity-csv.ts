import type { ActivityLine } from '#contract/people/activity.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { csvText } from '#server/kit/lib/csv-text.ts';
import { activityLines } from './activity-lines.ts';
import { type ActivityFilter, activityRows, cursorOf } from './activity-rows.ts';

/** Lines that are read and written at once. */
const portion = 1000;
const fields = ['When', 'Who', 'As', 'What', 'Changes', 'More', 'Customer', 'From', 'Device', 'Kind', 'ID'];

/** The lines of a filter as a CSV in parts, the newest first, at most `most`. A cell that a spreadsheet would run is text [D5.4]. */
export async function* activityCsv(db: Db, filter: ActivityFilter, most: number, signal: AbortSignal): AsyncGenerator<string> {
  yield `\uFEFF${csvText([fields])}`;
  let before: string | null = null;
  for (let written = 0; written < most && !signal.aborted; ) {
    const rows = await activityRows(db, filter, before, Math.min(portion, most - written));
    const last = rows.at(-1);
    if (!last) return;
    yield csvText((await activityLines(db, rows)).map(cellsOf));
    written += rows.length;
    before = cursorOf(last);
  }
}

function cellsOf(line: ActivityLine): string[] {
  const { at, who, as, sentence, changes, facts, customer, ip, device, object, command } = line;
  return [
    at,
    who ?? '',
    as ?? '',
    sentence,
    changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`).join('; '),
    facts.map(({ label, text }) => `${label}: ${text}`).join('; '),
    customer,
    ip ?? '',
    device ?? '',
    object?.kind ?? command,
    object?.id ?? '',
  ];
}
