import type { WordBook } from '../text/word-book.ts';
import { termWords } from './term-words.ts';

/**
 * Credentials of the field: who holds one may not work as the holder of another, however alike the work is. Our own list, in the
 * concepts of the term vocabulary.
 */
const CREDENTIALS: ReadonlySet<string> = new Set([
  'rn',
  'lpn',
  'cna',
  'medication aide',
  'np',
  'crna',
  'cnm',
  'cns',
  'physician assistant',
  'physician',
  'medical assistant',
  'pt',
  'pta',
  'pt aide',
  'ot',
  'cota',
  'ot aide',
  'slp',
  'slpa',
  'respiratory therapist',
  'medical laboratory scientist',
  'medical laboratory technician',
  'pharmacist',
  'pharmacy technician',
  'emt',
  'paramedic',
  'lcsw',
  'licsw',
  'msw',
]);

/** Credentials that share one concept, since their work is the same: how each is written. */
const GRADES: ReadonlyMap<string, string> = new Map([
  ['rrt', 'RRT'],
  ['registered respiratory therapist', 'RRT'],
  ['respiratory therapist rrt', 'RRT'],
  ['crt', 'CRT'],
  ['certified respiratory therapist', 'CRT'],
]);

/** `written`: as a person wrote it, folded; `grade` null where it is left open. */
export type Credential = { readonly concept: string; readonly grade: string | null; readonly written: string };
export type CredentialConflict = { readonly source: string; readonly target: string };

/** What may be said at most of a value of another credential than the text: rather no than yes. */
export const CONFLICT_CEILING = 0.49;

/** Credentials that texts state together, each side of a slash or comma for itself ("RRT/CRT"); a stated grade tells more than an open one. */
export function credentialsIn(texts: readonly string[], book: WordBook): readonly Credential[] {
  const words = texts.flatMap((text) => text.split(/[/,;|+()]|\bor\b/i)).flatMap((part) => termWords(part, book));
  const stated = words.flatMap(({ word, written }): Credential[] =>
    CREDENTIALS.has(word) ? [{ concept: word, grade: GRADES.get(written) ?? null, written }] : [],
  );
  return stated.filter(
    ({ concept, grade }) => grade !== null || !stated.some((one) => one.concept === concept && one.grade !== null),
  );
}

/**
 * Two credentials that exclude each other, as both sides write them; null where one side states none, or where any of the one may
 * be any of the other ("RN/LPN" and "RN", "Respiratory Therapist" and "RRT").
 */
export function credentialConflict(source: readonly Credential[], target: readonly Credential[]): CredentialConflict | null {
  const [theirs] = source;
  const [ours] = target;
  if (!theirs || !ours || source.some((a) => target.some((b) => sameCredential(a, b)))) return null;
  return { source: theirs.written, target: ours.written };
}

const sameCredential = (a: Credential, b: Credential): boolean =>
  a.concept === b.concept && (a.grade === null || b.grade === null || a.grade === b.grade);
