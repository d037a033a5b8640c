import type { TargetId } from '../candidate/candidate.ts';
import type { WordBook } from '../text/word-book.ts';
import type { Credential, CredentialConflict } from './credentials.ts';
import type { TermMeasure } from './term-measures.ts';
import type { TermWord } from './term-words.ts';

export type TermMeasures = Readonly<Record<TermMeasure, number>>;

export type TermKind = 'degree' | 'specialty';

/**
 * A degree or specialty of the ATS. `aliases`: other names for it. `degree`: name of the degree that a specialty belongs to, if
 * it depends on one.
 */
export type TermTarget<Id extends TargetId = TargetId> = {
  readonly id: Id;
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
  readonly degree?: string | undefined;
  readonly description?: string | undefined;
};

/** A degree or specialty as a job writes it. `degree`: the job's degree, for a specialty. */
export type TermText = { readonly text: string; readonly degree?: string | undefined };

/** A mapping that a person of this customer accepted: its text becomes one more name of the term. */
export type AcceptedTerm<Id extends TargetId = TargetId> = { readonly text: string; readonly target: Id };

/** One name of a term. `own`: the ATS's name, not an alias or a text mapped to it before. */
export type TermName = { readonly words: readonly TermWord[]; readonly own: boolean };

export type TermRecord<Id extends TargetId> = {
  readonly target: TermTarget<Id>;
  readonly names: readonly TermName[];
  readonly degree: readonly TermWord[];
  readonly description: ReadonlySet<string>;
  /** The credentials that the name or the degree requires. */
  readonly credentials: readonly Credential[];
  /** Unit -> number of the names that have it. */
  readonly counts: ReadonlyMap<string, number>;
};

export type TermIndex<Id extends TargetId = TargetId> = {
  readonly kind: TermKind;
  readonly book: WordBook;
  readonly records: readonly TermRecord<Id>[];
  /** Unit -> number of terms that have it in a name. */
  readonly uses: ReadonlyMap<string, number>;
  /** Unit -> share of all names that have it. */
  readonly shares: ReadonlyMap<string, number>;
};

export type ComparedTerm<Id extends TargetId> = {
  readonly record: TermRecord<Id>;
  readonly measures: TermMeasures;
  readonly score: number;
  /** The text names another credential: never mapped automatically, however similar the rest is. */
  readonly conflict: CredentialConflict | null;
};
