import { dayNumber } from '../query/day-number.ts';
import { isAtsInstant } from './ats-words.ts';

/** One field whose value in a target is not what was sent. */
export type Difference = {
  readonly field: string;
  /** What was sent. */
  readonly sent: unknown;
  /** What the target holds. */
  readonly stored: unknown;
  /**
   * `changed`: another value. `emptied`: none. The others are the target's own form of the value that was sent: `shortened` to its
   * length there, `trimmed` of blanks, `rounded` to fewer decimals or to a day.
   */
  readonly how: 'changed' | 'emptied' | 'shortened' | 'trimmed' | 'rounded';
};

type Values = Readonly<Record<string, unknown>>;

/**
 * Compares what was sent to a target with what it holds, by the fields that were sent. A field that the target does not show is left
 * out, and so is one whose sent value is not known (the digest of a long text, a list in doubt). Equal in another form is equal: a
 * number as text, an instant in another zone, an empty text for none. Ids that people added to a list are no difference, because
 * updates keep them.
 */
export function differences(sent: Values, stored: Values): readonly Difference[] {
  return Object.entries(sent).flatMap(([field, value]) => {
    const there = stored[field];
    const how = there === undefined || isUnknown(value) ? null : differenceOf(value, there);
    return how === null ? [] : [{ field, sent: value, stored: there, how }];
  });
}

/** Whether a difference is only the target's own form of what was sent. */
export const isNormalized = ({ how }: Pick<Difference, 'how'>): boolean => how !== 'changed' && how !== 'emptied';

/** A sent value that is not known any more: the digest of a long text, or a list whose ids are in doubt. */
const isUnknown = (value: unknown): boolean =>
  (typeof value === 'string' && value.startsWith('sha256:')) || (isObject(value) && 'maybe' in value);

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

function differenceOf(sent: unknown, stored: unknown): Difference['how'] | null {
  if (isEmpty(sent)) return isEmpty(stored) || Array.isArray(sent) ? null : 'changed';
  if (isEmpty(stored)) return isNothing(sent) ? null : 'emptied';
  if (Array.isArray(sent)) return differenceOfLists(sent, stored);
  if (isObject(sent)) return isObject(stored) ? differenceOfObjects(sent, stored) : 'changed';
  if (typeof sent === 'boolean') return String(sent) === String(stored).toLowerCase() ? null : 'changed';
  if (typeof sent === 'number') return differenceOfNumbers(sent, stored);
  return differenceOfTexts(String(sent), String(stored));
}

/** An object without a value, such as an address that was never filled. */
const isNothing = (sent: unknown): boolean => isObject(sent) && Object.values(sent).every(isEmpty);

const differenceOfLists = (sent: readonly unknown[], stored: unknown): Difference['how'] | null => {
  const there = new Set(Array.isArray(stored) ? stored.map(String) : []);
  return sent.every((id) => there.has(String(id))) ? null : 'changed';
};

/** The gravest difference of the parts that were sent. */
function differenceOfObjects(sent: Values, stored: Values): Difference['how'] | null {
  const hows = Object.entries(sent).flatMap(([key, value]) => differenceOf(value, stored[key]) ?? []);
  return hows.find((how) => how === 'changed' || how === 'emptied') ?? hows[0] ?? null;
}

const number = /^-?\d+(\.\d+)?$/;
/** Money and hours have two decimals: fewer than that is another value, not a rounded one. */
const decimals = [2, 3, 4, 5, 6] as const;
const dayMs = 86_400_000;

function differenceOfNumbers(sent: number, stored: unknown): Difference['how'] | null {
  const there = typeof stored === 'string' && number.test(stored.trim()) ? Number(stored) : stored;
  if (typeof there !== 'number') return 'changed';
  if (there === sent) return null;
  if (isAtsInstant(sent) && isAtsInstant(there))
    return Math.floor(sent / dayMs) === Math.floor(there / dayMs) ? 'rounded' : 'changed';
  const isShorter = decimals.some((count) => Math.abs(there - sent) < 10 ** -count && Number(there.toFixed(count)) === there);
  return isShorter ? 'rounded' : 'changed';
}

const isoDay = /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|([+-])(\d\d):?(\d\d))?)?$/;

function differenceOfTexts(sent: string, stored: string): Difference['how'] | null {
  if (sent === stored) return null;
  if (number.test(sent) && number.test(stored)) return Number(sent) === Number(stored) ? null : 'changed';
  const [ours, theirs] = [isoDay.exec(sent), isoDay.exec(stored)];
  if (ours && theirs) return differenceOfDates(ours, theirs);
  const [clean, there] = [sent, stored].map((text) => text.replaceAll(/\s+/g, ' ').trim()) as [string, string];
  if (clean === there) return 'trimmed';
  return isCut(sent, stored.trimEnd()) || isCut(clean, there) ? 'shortened' : 'changed';
}

/** A day equals each instant of that day; two instants must be the same to the second. */
function differenceOfDates(ours: RegExpExecArray, theirs: RegExpExecArray): Difference['how'] | null {
  const isDay = [ours, theirs].some(([, , hours, minutes]) => hours === undefined || `${hours}${minutes ?? ''}` === '0000');
  const isSame = isDay ? ours[1] === theirs[1] : secondsOf(ours) === secondsOf(theirs);
  return isSame ? null : 'changed';
}

/** Seconds since 1970. A time without a zone counts as UTC. */
function secondsOf([, day = '', hours, minutes, seconds, sign, zoneHours, zoneMinutes]: RegExpExecArray): number {
  const at = (hour = '0', minute = '0', second = '0') => (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  const zone = at(zoneHours, zoneMinutes) * (sign === '-' ? -1 : 1);
  return (dayNumber(day) ?? 0) * 86_400 + at(hours, minutes, seconds) - zone;
}

/**
 * Whether a text was cut at the length of a field. A person who shortens a text rarely ends there, so a text that begins alike but
 * has another length is changed. Blanks at the cut may be gone.
 */
const isCut = (sent: string, stored: string): boolean =>
  [0, 1, 2].some((blanks) => {
    const length = stored.length + blanks;
    return length < sent.length && isFieldLength(length) && sent.slice(0, length).trimEnd() === stored;
  });

const isFieldLength = (length: number): boolean =>
  length === 12 || (length >= 20 && length % 10 === 0) || [32, 64, 128, 255, 256, 512, 1024, 4096, 32_768].includes(length);
