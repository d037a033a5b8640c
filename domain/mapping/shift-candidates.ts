import type { Candidate, Reason, TargetId } from './candidate/candidate.ts';
import { type Calibration, certaintiesOf } from './candidate/certainty.ts';

/** A parsed shift text. Times are local 'HH:mm', `hours` is the length of one shift. */
export type ShiftParts = {
  readonly kind: string;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly hours?: number | undefined;
  readonly shiftsPerWeek?: number | undefined;
};

/** A shift of the ATS with its parsed name. */
export type ShiftTarget<Id extends TargetId = TargetId> = { readonly id: Id; readonly name: string; readonly parts: ShiftParts };

/** A shift text of a job with its parse. */
export type ShiftText = { readonly text: string; readonly parts: ShiftParts };

/**
 * Log-odds of each part, set manually because there are no labeled shift mappings. Agreement never counts against a candidate.
 */
const WEIGHTS = { kind: [5, -6], start: [2, -2], end: [1.5, -1.5], hours: [2, -2.5], shiftsPerWeek: [1, -1] } as const;
const SAME_TEXT = 4;
const NONE_FITS = 3;
const UNKNOWN_KIND = 'Unknown';
/** The manually set model never reaches full certainty. */
const CALIBRATION: Calibration = [
  [0, 0],
  [1, 0.98],
];

/**
 * The ATS shifts that a job's shift may mean, likeliest first. Compares kind, start, end, length and shifts per week; a part that
 * either side lacks has no effect. Two equal candidates both get a low certainty.
 */
export function shiftCandidates<Id extends TargetId>(
  targets: readonly ShiftTarget<Id>[],
  query: ShiftText,
  limit: number,
): readonly Candidate<Id>[] {
  const found = targets
    .map((target) => {
      const reasons = shiftReasons(query, target);
      return { target, reasons, score: reasons.reduce((sum, reason) => sum + reason.weight, 0) };
    })
    .sort((a, b) => b.score - a.score);
  const certainties = certaintiesOf(found, NONE_FITS, CALIBRATION);
  return found.slice(0, limit).map(({ target, reasons }, i) => ({
    id: target.id,
    certainty: certainties[i] ?? 0,
    reasons: [...reasons].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight)),
  }));
}

function shiftReasons(query: ShiftText, target: ShiftTarget): readonly Reason[] {
  const [source, mine] = [query.parts, target.parts];
  const reasons: Reason[] = [];
  const add = (
    part: Reason['part'],
    a: string | number | undefined,
    b: string | number | undefined,
    agrees: number,
    [plus, minus]: readonly [number, number],
  ): void => {
    if (a === undefined || b === undefined) return;
    reasons.push({
      part,
      agrees,
      weight: agrees * plus + (1 - agrees) * minus,
      detail: { kind: 'values', source: String(a), target: String(b) },
    });
  };
  if (source.kind !== UNKNOWN_KIND && mine.kind !== UNKNOWN_KIND)
    add('shift', source.kind, mine.kind, source.kind === mine.kind ? 1 : 0, WEIGHTS.kind);
  add('start', source.start, mine.start, timeLikeness(source.start, mine.start), WEIGHTS.start);
  add('end', source.end, mine.end, timeLikeness(source.end, mine.end), WEIGHTS.end);
  // One side may count a meal break of half an hour or an hour, the other may not.
  const apart = Math.abs((source.hours ?? 0) - (mine.hours ?? 0));
  add('hours', source.hours, mine.hours, apart === 0 ? 1 : apart <= 1 ? 0.7 : 0, WEIGHTS.hours);
  add(
    'shifts per week',
    source.shiftsPerWeek,
    mine.shiftsPerWeek,
    source.shiftsPerWeek === mine.shiftsPerWeek ? 1 : 0,
    WEIGHTS.shiftsPerWeek,
  );
  const [text, name] = [plain(query.text), plain(target.name)];
  if (text !== '' && text === name)
    reasons.push({
      part: 'shift',
      agrees: 1,
      weight: SAME_TEXT,
      detail: { kind: 'values', source: query.text, target: target.name },
    });
  return reasons;
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** 1 at the same minute, falling to 0 at two hours apart, also across midnight. */
function timeLikeness(a: string | undefined, b: string | undefined): number {
  if (!a || !b) return 0;
  const apart = Math.abs(minutesOf(a) - minutesOf(b));
  return Math.max(0, 1 - Math.min(apart, 1440 - apart) / 120);
}

function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}
