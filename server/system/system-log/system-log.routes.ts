import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { no, ok } from '#contract/kit/result.ts';
import { type LogLine, readSystemLog, readSystemLogOfDay } from '#contract/system/system-log.ts';
import { dayOfIso } from '#domain/parsing/calendar.ts';
import type { Db } from '../../kit/db/connection.ts';
import { readNewest } from '../../kit/db/paging.ts';
import { type Handler, handle } from '../../kit/http/handle.ts';

const mostLines = 2000;
const dayMs = 86_400_000;

const levelOf = (level: number): LogLine['level'] =>
  level >= 60 ? 'fatal' : level >= 50 ? 'error' : level >= 40 ? 'warning' : 'info';

export const systemLogRoutes: Handler[] = [
  handle(readSystemLog, async ({ date }, { services: { db } }) => {
    const digits = date.replaceAll('-', '');
    const day = `${digits.slice(4)}-${digits.slice(0, 2)}-${digits.slice(2, 4)}`;
    return dayOfIso(day) === undefined ? no({ kind: 'invalid', fields: { date: noSuchDay(date) } }) : ok(await linesOf(db, day));
  }),
  handle(readSystemLogOfDay, async ({ month, day, year }, { services: { db } }) => {
    const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    const words = `${month}/${day}/${year}`;
    return dayOfIso(iso) === undefined ? no({ kind: 'invalid', fields: { day: noSuchDay(words) } }) : ok(await linesOf(db, iso));
  }),
];

const noSuchDay = (written: string): string => `There is no day ${written} in the calendar.`;

/** The lines of a day (yyyy-MM-dd, in UTC), newest first. */
async function linesOf(db: Db, day: string): Promise<ReplyOf<typeof readSystemLog>> {
  const start = new Date(`${day}T00:00:00.000Z`);
  const query = db
    .selectFrom('system_log')
    .leftJoin('customer', 'customer.id', 'system_log.customer')
    .select(['system_log.id', 'at', 'level', 'process', 'area', 'customer.name as customer', 'words', 'error_id as errorId'])
    .where('at', '>=', start.toISOString())
    .where('at', '<', new Date(start.getTime() + dayMs).toISOString())
    .orderBy('at', 'desc')
    .orderBy('system_log.id', 'desc');
  const { total, rows } = await readNewest(query, mostLines);
  return { total, rows: rows.map((line) => ({ ...line, level: levelOf(line.level) })) };
}
