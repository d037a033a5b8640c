import type { Candidate, Reason, TargetId } from '../candidate/candidate.ts';
import { certaintiesOf, percentOf } from '../candidate/certainty.ts';
import { enterWord } from '../text/word-book.ts';
import { CONFLICT_CEILING, credentialConflict, credentialsIn } from './credentials.ts';
import { spelledAlike } from './spelled-alike.ts';
import { measureTerm, type TermSought } from './term-evidence.ts';
import { TERM_MEASURES } from './term-measures.ts';
import { termReadings } from './term-readings.ts';
import { termReasons } from './term-reasons.ts';
import { PROFESSIONS, QUALIFIERS } from './term-roles.ts';
import type { AcceptedTerm, ComparedTerm, TermIndex, TermKind, TermName, TermTarget, TermText } from './term-types.ts';
import { TERM_CALIBRATION, TERM_NONE_FITS, TERM_WEIGHTS } from './term-weights.ts';
import { spellingBook, termNames, termWords } from './term-words.ts';

/**
 * Builds the index of a reference list. Lists are short (hundreds), so a changed list is rebuilt in a few milliseconds. Texts in
 * `accepted` also help to find similar texts.
 */
export function buildTermIndex<Id extends TargetId>(
  kind: TermKind,
  terms: readonly TermTarget<Id>[],
  accepted: readonly AcceptedTerm<Id>[] = [],
): TermIndex<Id> {
  const book = spellingBook();
  const acceptedOf = new Map<Id, string[]>();
  for (const { text, target } of accepted) acceptedOf.set(target, [...(acceptedOf.get(target) ?? []), text]);
  for (const text of terms.flatMap((term) => [term.name, ...(term.aliases ?? []), ...(acceptedOf.get(term.id) ?? [])])) {
    for (const word of text.toLowerCase().match(/[a-z]{5,}/g) ?? []) enterWord(book, word);
  }
  const named = (texts: readonly string[], own: boolean): readonly TermName[] =>
    texts.flatMap((text) =>
      termNames(text, book)
        .filter((words, i) => i === 0 || words.some(({ word }) => !QUALIFIERS.has(word)))
        .map((words) => ({ words, own })),
    );
  const records = terms.map((target) => {
    const others = [...(target.aliases ?? []), ...(acceptedOf.get(target.id) ?? [])];
    const names = [...named([target.name], true), ...named(others, false)];
    const description = new Set(termWords(target.description ?? '', book).map(({ word }) => word));
    const credentials = credentialsIn([target.name, ...others, target.degree ?? ''], book);
    return { target, names, degree: termWords(target.degree ?? '', book), description, credentials, counts: countText(names) };
  });
  const all = records.reduce((sum, record) => sum + record.names.length, 0);
  const uses = new Map<string, number>();
  const shares = new Map<string, number>();
  for (const record of records) {
    for (const [word, count] of record.counts) {
      uses.set(word, (uses.get(word) ?? 0) + 1);
      shares.set(word, (shares.get(word) ?? 0) + count / all);
    }
  }
  return { kind, book, records, uses, shares };
}

function countText(names: readonly TermName[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { words } of names) for (const { word } of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * The terms that `query` may mean, likeliest first, at most `limit`. Certainty and reasons are as for facilities. `learned` maps
 * a text (see `learnedTermKey`) to what the customer accepted for it before.
 */
export function termCandidates<Id extends TargetId>(
  index: TermIndex<Id>,
  query: TermText,
  limit: number,
  learned?: ReadonlyMap<string, Id>,
): readonly Candidate<Id>[] {
  const found = compareTerms(index, query);
  const certainties = certaintiesOf(found, TERM_NONE_FITS, TERM_CALIBRATION).map((certainty, i) =>
    found[i]?.conflict ? Math.min(certainty, percentOf(CONFLICT_CEILING)) : certainty,
  );
  const suggest = (one: ComparedTerm<Id>, certainty: number, history: readonly Reason[] = []): Candidate<Id> => ({
    id: one.record.target.id,
    certainty,
    reasons: [...history, ...termReasons(index.kind, query, one, found)],
  });
  const target = learned?.get(learnedTermKey(query));
  const known = target === undefined ? undefined : found.find((one) => one.record.target.id === target);
  if (!known) return found.slice(0, limit).map((one, i) => suggest(one, certainties[i] ?? 0));
  const weight = Math.log(REMEMBERED / (1 - REMEMBERED));
  const history: Reason = { part: 'history', agrees: 1, weight, detail: { kind: 'history', times: 1 } };
  const rest = found
    .slice(0, limit)
    .flatMap((one, i) => (one === known ? [] : [suggest(one, Math.min(certainties[i] ?? 0, percentOf(1 - REMEMBERED)))]));
  return [suggest(known, percentOf(REMEMBERED), [history]), ...rest].slice(0, limit);
}

const REMEMBERED = 0.98;

/** The key of a term text with its degree, under which an accepted mapping is stored. */
export const learnedTermKey = (query: TermText): string =>
  [query.text, query.degree ?? '']
    .map((text) =>
      text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim(),
    )
    .join(' | ');

/** Weight of a profession's word next to others. */
const PROFESSION_BESIDE = 0.5;

/** Log-odds for the same spelling: decides between names that mean the same, and changes little else. */
const SPELLED_ALIKE = 0.3;

/** All terms compared with a query, best first. Equal scores keep the list's order. */
export function compareTerms<Id extends TargetId>(index: TermIndex<Id>, query: TermText): readonly ComparedTerm<Id>[] {
  const names = termReadings(query.text, index.book, (word) => index.uses.has(word));
  // Next to a unit, a profession says little: "Vascular RN" is no "Lactation RN".
  const beside = names[0]?.words.some(({ word }) => !PROFESSIONS.has(word)) === true;
  const sought: TermSought = {
    names,
    degree: termWords(query.degree ?? '', index.book),
    shareOf: (word) => index.shares.get(word),
    rarity: (word) =>
      Math.log(1 + index.records.length / Math.max(index.uses.get(word) ?? 0, 0.5)) *
      (beside && PROFESSIONS.has(word) ? PROFESSION_BESIDE : 1),
  };
  const credentials = credentialsIn([query.text, query.degree ?? ''], index.book);
  const compared = index.records.map((record) => {
    const measures = measureTerm(sought, record);
    const score =
      TERM_MEASURES.reduce((sum, name) => sum + TERM_WEIGHTS[name] * measures[name], 0) +
      SPELLED_ALIKE * spelledAlike(query.text, record.target.name);
    return { record, measures, score, conflict: credentialConflict(credentials, record.credentials) };
  });
  return compared.sort((a, b) => b.score - a.score);
}
