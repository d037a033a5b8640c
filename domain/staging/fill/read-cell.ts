import type { EditableField } from '#contract/commands/job.ts';
import { type DateOrder, parseDate } from '../../parsing/parse-date.ts';
import { parseDuration } from '../../parsing/parse-duration.ts';
import { tidy } from '../../parsing/value-problem.ts';
import { type FillKind, type FillValue, fillKinds, fillProblem } from './fill-fields.ts';

/** How a person writes days, and the day on which they do. */
export type CellWriting = { readonly order: DateOrder; readonly today: string };

/** A typed or pasted cell: a value, a blank, or one sentence that says what is wrong and what to write. */
export type ReadCell =
  | { readonly kind: 'value'; readonly value: FillValue }
  | { readonly kind: 'blank' }
  | { readonly kind: 'refused'; readonly why: string };

const blank: ReadCell = { kind: 'blank' };
const refused = (why: string): ReadCell => ({ kind: 'refused', why });

/**
 * Reads the text of one cell as spreadsheets and this grid write it: `$1,234.50`, `(4.50)` for a negative amount, `12.5%`,
 * `13 weeks`, `6/14/2027`. A blank, and the dash of an unknown value, set nothing.
 */
export function readCell(field: EditableField, text: string, writing: CellWriting): ReadCell {
  const line = tidy(text, 60);
  if (/^[-–—]?$/.test(line)) return blank;
  const kind = fillKinds[field];
  const read = kind === 'day' ? readDay(line, writing) : readNumber(line, kind);
  if (read.kind !== 'value') return read;
  const problem = fillProblem(field, read.value);
  return problem === null ? read : refused(problem);
}

function readDay(line: string, writing: CellWriting): ReadCell {
  const read = parseDate(line, writing);
  const example = writing.order === 'MDY' ? '06/14/2027' : '14/06/2027';
  if (read.kind === 'date' && read.until === undefined) return { kind: 'value', value: read.on };
  const why = read.kind === 'refused' ? read.problem.problem : `“${line}” is not one day.`;
  return refused(`${why} Write a date such as ${example}.`);
}

const examples: Record<Exclude<FillKind, 'day'>, string> = { money: '78.50', percent: '12.5', hours: '36', days: '91' };

function readNumber(line: string, kind: Exclude<FillKind, 'day'>): ReadCell {
  if (kind === 'days' && /[a-z]/i.test(line)) return readLength(line);
  const number = numberIn(line, kind);
  if (number !== null) return { kind: 'value', value: number };
  return refused(`“${line}” is not a number. Write one such as ${examples[kind]}.`);
}

function readLength(line: string): ReadCell {
  const read = parseDuration(line, 'days');
  if (read.kind === 'duration') return { kind: 'value', value: read.days };
  const why = read.kind === 'refused' ? read.problem.problem : `“${line}” is no number of days.`;
  return refused(`${why} Write days, or a length such as 13 weeks.`);
}

const plain = /^\d+(?:\.\d+)?$|^\.\d+$/;
const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** A number with a sign, a currency, thousands marks or a unit of its kind. Null if the text is none. */
function numberIn(line: string, kind: Exclude<FillKind, 'day'>): number | null {
  const bracketed = /^\((.+)\)$/.exec(line);
  const unit = { money: /\s*(?:\/|per )\s*(?:hr|hour|h)$/i, percent: /\s*%$/, hours: /\s*(?:hours|hour|hrs|hr|h)$/i, days: /$/ };
  const [, before = '', currency = '', after = '', digits = ''] =
    /^([-−]?)\s*((?:USD|US\$|\$)?)\s*([-−]?)\s*(.*)$/i.exec((bracketed?.[1] ?? line).replace(unit[kind], '')) ?? [];
  if (currency !== '' && kind !== 'money') return null;
  // Spreadsheets of some languages part thousands by a space.
  const number = /^\d{1,3}(?: \d{3})+(?:\.\d+)?$/.test(digits) ? digits.replaceAll(' ', '') : digits;
  if (!plain.test(number) && !grouped.test(number)) return null;
  const signs = [bracketed ? '-' : '', before, after].filter((sign) => sign !== '');
  if (signs.length > 1) return null;
  const amount = Number(number.replaceAll(',', ''));
  return signs.length === 1 && amount !== 0 ? -amount : amount;
}
