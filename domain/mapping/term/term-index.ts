import type { Candidate, Reason, TargetId } from '../candidate/candidate.ts';
import { certaintiesOf, percentOf } from '../candidate/certainty.ts';
import { enterWord, type WordBook } from '../text/word-book.ts';
import { CONFLICT_CEILING, type Credential, type CredentialConflict, credentialConflict, credentialsIn } from './credentials.ts';
import { measureTerm, type TermMeasures, type TermSought } from './term-evidence.ts';
import { TERM_MEASURES } from './term-measures.ts';
import { termReasons } from './term-reasons.ts';
import { TERM_CALIBRATION, TERM_NONE_FITS, TERM_WEIGHTS } from './term-weights.ts';
import { spellingBook, type TermWord, termNames, termWords } from './term-words.ts';

export type TermKind = 'degree' | 'specialty';

/** A degree or specialty of the ATS. `aliases`: other names it goes by; `degree`: name of the degree a specialty belongs to, where it depends on one. */
export type TermTarget<Id extends TargetId = TargetId> = {
  readonly id: Id;
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
  readonly degree?: string | undefined;
  readonly description?: string | undefined;
};

/** A degree or specialty as a job writes it; `degree`: the job's degree, for a specialty. */
export type TermText = { readonly text: string; readonly degree?: string | undefined };

/** A mapping a person of this customer accepted: its text is from then on one more name of the term. */
export type AcceptedTerm<Id extends TargetId = TargetId> = { readonly text: string; readonly target: Id };

/** One name of a term; `own` is what the ATS calls it, not an alias or a text mapped to it before. */
export type TermName = { readonly words: readonly TermWord[]; readonly own: boolean };

export type TermRecord<Id extends TargetId> = {
  readonly target: TermTarget<Id>;
  readonly names: readonly TermName[];
  readonly degree: readonly TermWord[];
  readonly description: ReadonlySet<string>;
  /** What somebody must hold to work as this, as far as a name or the degree says. */
  readonly credentials: readonly Credential[];
  /** Unit -> how many of the names have it. */
  readonly counts: ReadonlyMap<string, number>;
};

export type TermIndex<Id extends TargetId = TargetId> = {
  readonly kind: TermKind;
  readonly book: WordBook;
  readonly records: readonly TermRecord<Id>[];
  /** Unit -> terms that have it in a name. */
  readonly uses: ReadonlyMap<string, number>;
  /** Unit -> share of all names that have it. */
  readonly shares: ReadonlyMap<string, number>;
};

export type ComparedTerm<Id extends TargetId> = {
  readonly record: TermRecord<Id>;
  readonly measures: TermMeasures;
  readonly score: number;
  /** The text asks for another credential: never mapped unseen, however alike the rest is. */
  readonly conflict: CredentialConflict | null;
};

/**
 * Builds the index of a reference list. Lists are short (hundreds), so a changed list is built anew: a few milliseconds. Texts in
 * `accepted` help to find alike ones too, not only themselves.
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
    texts.flatMap((text) => termNames(text, book).map((words) => ({ words, own })));
  const records = terms.map((target) => {
    const others = [...(target.aliases ?? []), ...(acceptedOf.get(target.id) ?? [])];
    const names = [...named([target.name], true), ...named(others, false)];
    const description = new Set(termWords(target.description ?? '', book).map(({ word }) => word));
    const credentials = credentialsIn([target.name, ...others, target.degree ?? ''], book);
    return { target, names, degree: termWords(target.degree ?? '', book), description, credentials, counts: countWords(names) };
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

function countWords(names: readonly TermName[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { words } of names) for (const { word } of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * The terms that `query` may mean, likeliest first, at most `limit`; certainty and reasons as for facilities. `learned` maps a text
 * (see `learnedTermKey`) to what the customer accepted for it before.
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

/** One key for a term text with its degree, under which an accepted mapping is remembered. */
export const learnedTermKey = (query: TermText): string =>
  [query.text, query.degree ?? '']
    .map((text) =>
      text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim(),
    )
    .join(' | ');

/** All terms compared with a query, best first; ties keep the list's order. */
export function compareTerms<Id extends TargetId>(index: TermIndex<Id>, query: TermText): readonly ComparedTerm<Id>[] {
  const sought: TermSought = {
    names: termNames(query.text, index.book),
    degree: termWords(query.degree ?? '', index.book),
    shareOf: (word) => index.shares.get(word),
    rarity: (word) => Math.log(1 + index.records.length / Math.max(index.uses.get(word) ?? 0, 0.5)),
  };
  const credentials = credentialsIn([query.text, query.degree ?? ''], index.book);
  const compared = index.records.map((record) => {
    const measures = measureTerm(sought, record);
    const score = TERM_MEASURES.reduce((sum, name) => sum + TERM_WEIGHTS[name] * measures[name], 0);
    return { record, measures, score, conflict: credentialConflict(credentials, record.credentials) };
  });
  return compared.sort((a, b) => b.score - a.score);
}
