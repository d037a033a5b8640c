import { type Day, dayOfEpoch, dayOfIso, daysIn, epochDays, isoDay } from './calendar.ts';
import { type Absent, absent, type Refused, refuse, saysNothing, tidy } from './value-problem.ts';

/** The order of day and month in a vendor's `03/04/2025`. */
export type DateOrder = 'MDY' | 'DMY';

/**
 * A date as the vendor wrote it. `on` is `yyyy-MM-dd`, never shifted by a time zone. `time` (`HH:mm:ss`) and `offset` (`Z` or
 * `-06:00`) are set if given. `until` is the end of a range, or `open` for a range without end.
 */
export type StatedDate = {
  readonly kind: 'date';
  readonly on: string;
  readonly time?: string;
  readonly offset?: string;
  readonly until?: string;
};

export type ParsedDate =
  | StatedDate
  | { readonly kind: 'asap' }
  | { readonly kind: 'month'; readonly month: string }
  | Absent
  | Refused;

type DateContext = { readonly order: DateOrder; readonly today: string; readonly field?: string };

const YEARS_BACK = 40;
const YEARS_AHEAD = 10;
const REMEDY = 'Ask the vendor for a real date, or map another column to this field.';

/**
 * Parses a vendor's date: numeric in the given order, month names, ISO with or without a zone, epoch seconds or milliseconds, a
 * spreadsheet's serial day, a range, a month alone, or "ASAP". Impossible or implausible dates are refused with a message.
 */
export function parseDate(text: string, { order, today, field = 'date' }: DateContext): ParsedDate {
  const line = tidy(text, 200).toLowerCase();
  if (saysNothing(line)) return absent;
  if (/^(?:asap|a\.s\.a\.p\.?|immediate(?:ly)?|now|as soon as possible)\b/.test(line)) return { kind: 'asap' };
  const read = readOne(line, order) ?? readRange(line, order) ?? readMonth(line);
  if (!read) return refuse(field, text, 'This is not a date.', REMEDY);
  if ('month' in read)
    return monthProblem(read, today, text, field) ?? { kind: 'month', month: isoDay({ ...read, day: 1 }).slice(0, 7) };
  const days = [read.day, ...(read.until && read.until !== 'open' ? [read.until] : [])];
  for (const day of days) {
    const problem = dayProblem(day, today, order);
    if (problem) return refuse(field, text, problem, REMEDY);
  }
  return stated(read);
}

type Reading = {
  readonly day: Day;
  readonly time?: string;
  readonly offset?: string;
  readonly until?: Day | 'open';
};

function stated({ day, until, time, offset }: Reading): StatedDate {
  return {
    kind: 'date',
    on: isoDay(day),
    ...(time !== undefined && { time }),
    ...(offset !== undefined && { offset }),
    ...(until !== undefined && { until: until === 'open' ? until : isoDay(until) }),
  };
}

function readOne(line: string, order: DateOrder): Reading | undefined {
  return readIso(line) ?? readNumeric(line, order) ?? readNamed(line) ?? readCount(line);
}

function readIso(line: string): Reading | undefined {
  const found =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[t ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?)?$/.exec(
      line,
    );
  const day = found ? dayFrom(found[1], found[2], found[3]) : compactDay(line);
  if (!day) return undefined;
  const time = clockText(found?.[4], found?.[5], found?.[6]);
  const zone = found?.[7];
  return { day, ...(time && { time }), ...(zone && { offset: offsetText(zone) }) };
}

function compactDay(line: string): Day | undefined {
  const found = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(line);
  return found ? dayFrom(found[1], found[2], found[3]) : undefined;
}

function readNumeric(line: string, order: DateOrder): Reading | undefined {
  const found = NUMERIC.exec(line);
  if (!found) return undefined;
  const [first, second] = order === 'MDY' ? [found[1], found[2]] : [found[2], found[1]];
  const time = clockText(found[4], found[5], found[6], found[7]);
  return { day: dayFrom(fullYear(found[3]), first, second), ...(time && { time }) };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const WEEKDAY = '(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?';
const NUMERIC = new RegExp(
  String.raw`^(?:${WEEKDAY},?\s*)?(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]\.?m\.?)?)?$`,
);
const MONTH_ALONE = new RegExp(String.raw`^${MONTH}\.?,?\s+(\d{4})$`);
const YEAR = String.raw`(\d{4}|'?\d{2})`;
const TIME = String.raw`(?:,?\s*(?:at\s*)?(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]\.?m\.?)?(?:\s*\(?(?:utc|gmt)?\s*([+-]\d{2}:?\d{2}|z|utc|gmt)\)?)?(?:\s+[^\d]*)?)?`;
const NAMED_MDY = new RegExp(String.raw`^(?:${WEEKDAY}[,.]?\s+)?${MONTH}\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s+${YEAR}${TIME}$`);
const NAMED_DMY = new RegExp(
  String.raw`^(?:${WEEKDAY}[,.]?\s+)?(\d{1,2})(?:st|nd|rd|th)?[\s-]*(?:of\s+)?${MONTH}\.?,?[\s-]*${YEAR}${TIME}$`,
);

function readNamed(line: string): Reading | undefined {
  const american = NAMED_MDY.exec(line);
  const found = american ?? NAMED_DMY.exec(line);
  if (!found) return undefined;
  const [name, number] = american ? [found[1], found[2]] : [found[2], found[1]];
  const time = clockText(found[4], found[5], found[6], found[7]);
  return {
    day: { year: Number(fullYear(found[3])), month: monthNumber(name), day: Number(number) },
    ...(time && { time }),
    ...(found[8] && { offset: offsetText(found[8]) }),
  };
}

const monthNumber = (name = ''): number => MONTHS.indexOf(name.slice(0, 3)) + 1;

const SECONDS_A_DAY = 86_400;

/** Epoch seconds (10 digits), epoch milliseconds (13), or a spreadsheet's days since 1899-12-30 (5). */
function readCount(line: string): Reading | undefined {
  if (/^\d{5}(?:\.\d+)?$/.test(line)) return { day: dayOfEpoch(Math.floor(Number(line)) - 25_569) };
  if (!/^\d{10}(?:\d{3})?$/.test(line)) return undefined;
  const seconds = line.length === 13 ? Math.floor(Number(line) / 1000) : Number(line);
  const rest = seconds % SECONDS_A_DAY;
  const time = clockText(String(Math.floor(rest / 3600)), String(Math.floor((rest % 3600) / 60)), String(rest % 60));
  return { day: dayOfEpoch(Math.floor(seconds / SECONDS_A_DAY)), ...(time && { time }), offset: 'Z' };
}

/** Two dates joined by a dash or "to". The second may be missing ("03/13/2025 - "). */
function readRange(line: string, order: DateOrder): Reading | undefined {
  const found = /^(.{6,40}?)\s*(?:\s[-–—]|[–—]|\s(?:to|through|thru|until)\b)\s*(.{0,40})$/.exec(line);
  if (!found) return undefined;
  const start = readOne(found[1] ?? '', order);
  const rest = (found[2] ?? '').trim();
  if (!start) return undefined;
  if (rest === '' || /^(?:open|ongoing|tbd|\?+|present|until further notice)$/.test(rest)) return { ...start, until: 'open' };
  const end = readOne(rest, order);
  return end && { ...start, until: end.day };
}

function readMonth(line: string): { readonly month: number; readonly year: number } | undefined {
  const named = MONTH_ALONE.exec(line);
  if (named) return { month: monthNumber(named[1]), year: Number(named[2]) };
  const iso = /^(\d{4})-(\d{1,2})$/.exec(line);
  if (iso) return { month: Number(iso[2]), year: Number(iso[1]) };
  const numeric = /^(\d{1,2})\/(\d{4})$/.exec(line);
  return numeric ? { month: Number(numeric[1]), year: Number(numeric[2]) } : undefined;
}

const dayFrom = (year: string | undefined, month: string | undefined, day: string | undefined): Day => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
});

/** Two digits mean this century: a job order is never for 1925. */
const fullYear = (text = ''): string => (text.length === 4 ? text : `20${text.slice(-2)}`);

function clockText(hour?: string, minute?: string, second?: string, half?: string): string | undefined {
  if (hour === undefined || minute === undefined) return undefined;
  const hours = half ? (Number(hour) % 12) + (half.startsWith('p') ? 12 : 0) : Number(hour);
  if (hours > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined;
  return [hours, Number(minute), Number(second ?? 0)].map((n) => String(n).padStart(2, '0')).join(':');
}

const offsetText = (zone: string): string =>
  /^(?:z|utc|gmt|[+-]00:?00)$/.test(zone) ? 'Z' : zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;

function dayProblem(day: Day, today: string, order: DateOrder): string | undefined {
  const year = yearProblem(day.year, today);
  if (year) return year;
  if (day.month < 1 || day.month > 12) {
    const other = order === 'MDY' ? 'day/month/year' : 'month/day/year';
    const swapped = day.day >= 1 && day.day <= 12 && day.month >= 1 && day.month <= daysIn(day.year, day.day);
    return `There is no month ${day.month}.${swapped ? ` The feed may write ${other}: set its date order.` : ''}`;
  }
  const last = daysIn(day.year, day.month);
  return day.day < 1 || day.day > last ? `Month ${day.month} of ${day.year} has ${last} days, not ${day.day}.` : undefined;
}

function monthProblem(
  { year, month }: { year: number; month: number },
  today: string,
  text: string,
  field: string,
): Refused | undefined {
  const problem = month < 1 || month > 12 ? `There is no month ${month}.` : yearProblem(year, today);
  return problem ? refuse(field, text, problem, REMEDY) : undefined;
}

function yearProblem(year: number, today: string): string | undefined {
  const now = dayOfIso(today)?.year;
  if (now === undefined || (year >= now - YEARS_BACK && year <= now + YEARS_AHEAD)) return undefined;
  return `The year ${year} is not plausible for a job order.`;
}

/** The instant of a date and time as UTC ISO text. Undefined without a time. Without a time zone, UTC is assumed. */
export function instantOf({ on, time, offset = 'Z' }: StatedDate): string | undefined {
  const day = dayOfIso(on);
  if (!day || time === undefined) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  const [, sign, zoneHours = 0, zoneMinutes = 0] = /^([+-])(\d{2}):(\d{2})$/.exec(offset) ?? [];
  const shift = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? 1 : -1);
  const total = epochDays(day) * 1440 + hours * 60 + minutes + shift;
  const minute = ((total % 1440) + 1440) % 1440;
  const clock = [Math.floor(minute / 60), minute % 60, seconds].map((n) => String(n).padStart(2, '0')).join(':');
  return `${isoDay(dayOfEpoch(Math.floor(total / 1440)))}T${clock}.000Z`;
}
