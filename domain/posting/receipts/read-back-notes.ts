import type { FieldNote } from '#contract/posting/attempts.ts';
import { atsFieldWords, shortValueWords } from '../ats-words.ts';
import { type Difference, differences } from '../read-back.ts';
import { isEmpty } from './is-empty.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * What a target stored otherwise than it was sent, one remark for each field. The target's own form of the same value is no remark: blanks
 * trimmed, another case, fewer decimals, a day without its time. `created`: fields without a value were not sent, so what the target put
 * there is its own.
 */
export function readBackNotes(sent: Values, stored: Values, created: boolean): readonly FieldNote[] {
  const asked = created ? Object.fromEntries(Object.entries(sent).filter(([, value]) => !isEmpty(value))) : sent;
  return differences(asked, stored).flatMap((difference) => notesOf(difference));
}

/** Remarks as the words of a receipt: `Title: kept 100 of 143 characters. Specialty was dropped.` */
export const notesInWords = (notes: readonly FieldNote[]): string | null =>
  notes.length === 0
    ? null
    : notes.map(({ field, words }) => `${atsFieldWords(field)}${words.startsWith('was ') ? ' ' : ': '}${words}.`).join(' ');

function notesOf({ field, sent, stored, how }: Difference): FieldNote[] {
  // The parts of an object are fields to people: an address that lost its city says so.
  if (isObject(sent) && isObject(stored))
    return differences(sent, stored).flatMap((part) => notesOf({ ...part, field: `${field}.${part.field}` }));
  const words = wordsOf(sent, stored, how);
  return words === null ? [] : [{ field, words }];
}

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

function wordsOf(sent: unknown, stored: unknown, how: Difference['how']): string | null {
  if (how === 'trimmed' || how === 'rounded') return null;
  if (how === 'emptied') return 'was dropped';
  if (typeof sent === 'string' && typeof stored === 'string') {
    if (sent.trim().toLowerCase() === stored.trim().toLowerCase()) return null;
    if (stored.length < sent.length && sent.startsWith(stored.trimEnd()))
      return `kept ${stored.length} of ${sent.length} characters`;
  }
  if (Array.isArray(sent)) return `${shortValueWords(missing(sent, stored))} was dropped`;
  if (isEmpty(sent)) return `was emptied and holds ${shortValueWords(stored)}`;
  return `${shortValueWords(sent)} was stored as ${shortValueWords(stored)}`;
}

const missing = (sent: readonly unknown[], stored: unknown): unknown[] => {
  const there = new Set(Array.isArray(stored) ? stored.map(String) : []);
  return sent.filter((id) => !there.has(String(id)));
};
