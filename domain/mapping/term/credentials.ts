import type { WordBook } from '../text/word-book.ts';
import { termWords } from './term-words.ts';

/**
 * Credentials whose holders may not work as each other, however similar the work is. Our own list, in concepts of the term
 * vocabulary.
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

/** Credentials that share one concept because their work is the same: the spellings of each. */
const GRADES: ReadonlyMap<string, string> = new Map([
  ['rrt', 'RRT'],
  ['registered respiratory therapist', 'RRT'],
  ['respiratory therapist rrt', 'RRT'],
  ['crt', 'CRT'],
  ['certified respiratory therapist', 'CRT'],
]);

/** `written`: as in the text, folded. `grade`: null if unspecified. */
export type Credential = { readonly concept: string; readonly grade: string | null; readonly written: string };
export type CredentialConflict = { readonly source: string; readonly target: string };

/** Most certainty for a value with another credential than the text: less than even. */
export const CONFLICT_CEILING = 0.49;

/**
 * The credentials in texts, one for each side of a slash or comma ("RRT/CRT"). A specified grade takes precedence over an
 * unspecified one.
 */
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
 * Two credentials that exclude each other, as written on both sides. Null if one side has none, or if any pair of them may be the
 * same ("RN/LPN" and "RN", "Respiratory Therapist" and "RRT").
 */
export function credentialConflict(source: readonly Credential[], target: readonly Credential[]): CredentialConflict | null {
  const [theirs] = source;
  const [ours] = target;
  if (!theirs || !ours || source.some((a) => target.some((b) => sameCredential(a, b)))) return null;
  return { source: theirs.written, target: ours.written };
}

const sameCredential = (a: Credential, b: Credential): boolean =>
  a.concept === b.concept && (a.grade === null || b.grade === null || a.grade === b.grade);
