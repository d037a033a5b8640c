import type { FeedField } from '#contract/collecting/column-mapping.ts';
import type { DocumentReading, LabelProposal } from '#contract/collecting/parsed-document.ts';
import type { TokenRow } from '#contract/collecting/parser-tokens.ts';
import { firstTriggerId } from '../parser-rules/parser-rule.ts';
import { labelTypes, typeIds } from './token-types.ts';

/** Numbers go in steps of ten, so that a token can be put between two others. */
const nextNumber = (tokens: readonly TokenRow[]): number =>
  Math.floor(Math.max(0, ...tokens.map(({ number }) => number)) / 10) * 10 + 10;

export const newToken = (parserId: number, tokens: readonly TokenRow[], over: Partial<TokenRow> = {}): TokenRow => ({
  id: 0,
  parserId,
  number: nextNumber(tokens),
  type: typeIds.after,
  dataType: 1,
  ruleId: null,
  target: null,
  fieldId: null,
  text: '',
  address: '',
  column: '',
  lookup: '',
  fallback: '',
  next: 0,
  nextFailed: 0,
  ...over,
});

/** A token for a label whose name is known. */
export const tokenOfProposal = (parserId: number, tokens: readonly TokenRow[], { field, label, type }: LabelProposal): TokenRow =>
  newToken(parserId, tokens, { type: typeIds[type], text: label, target: field, dataType: dataTypeOf(field) });

const dataTypesOfFields: Partial<Record<FeedField, number>> = {
  startDate: 2,
  endDate: 2,
  dateRange: 2,
  postedAt: 2,
  positions: 3,
  shiftsPerWeek: 3,
  billRate: 4,
  minBillRate: 4,
  localRate: 4,
  otRate: 4,
  holidayRate: 4,
  payPerHour: 4,
  payPerWeek: 4,
  guaranteedHours: 5,
  hoursPerShift: 5,
  hoursPerWeek: 5,
  durationWeeks: 6,
  durationDays: 6,
  place: 7,
  state: 8,
  shift: 9,
  workType: 10,
  asap: 11,
  hot: 11,
  status: 12,
  description: 13,
  note: 13,
};

/** The type of text that a field usually has. */
export const dataTypeOf = (field: FeedField | null): number => (field && dataTypesOfFields[field]) ?? 1;

type Document = DocumentReading['document'];
type Span = { readonly start: number; readonly end: number };

/**
 * A token that finds a marked text again: by the label in the cell left of it, by the label at the beginning of its line, or, if it has
 * none, by a label to be typed.
 */
export function tokenOfMark(parserId: number, tokens: readonly TokenRow[], { text, cells }: Document, mark: Span): TokenRow {
  const home = cells
    .filter((cell) => cell.start <= mark.start && cell.end >= mark.end)
    .sort((a, b) => a.end - a.start - (b.end - b.start))[0];
  const left =
    home &&
    cells.find((cell) => cell.table === home.table && cell.row === home.row && cell.column + cell.columns === home.column);
  if (left && left.end > left.start && !text.slice(left.start, left.end).includes('\n'))
    return newToken(parserId, tokens, { type: typeIds.right, text: text.slice(left.start, left.end).replace(/\s*:$/, '') });
  const lineStart = text.lastIndexOf('\n', mark.start - 1) + 1;
  const label = /^([^:\t]{1,60}?)\s*[:\t]/.exec(text.slice(lineStart, Math.max(mark.start, lineStart) + 1))?.[1];
  if (label !== undefined) return newToken(parserId, tokens, { text: label.trim() });
  return newToken(parserId, tokens, { text: text.slice(mark.start, mark.end).split('\n')[0]?.slice(0, 60) ?? '' });
}

/** What a token looks for, in a few words. */
export const looksFor = ({ type, text, address, column }: TokenRow): string =>
  labelTypes.has(type) || text !== '' ? text : column || address;

/** The token chooses the parser of an email, and reads nothing. */
export const isTrigger = ({ ruleId }: TokenRow): boolean => ruleId !== null && ruleId >= firstTriggerId;
