import type { ColumnMapping, ColumnReport, FeedField } from '#contract/collecting/column-mapping.ts';
import { saysNothing, tidy } from '../parsing/value-problem.ts';
import { comparable, headerLikeness, headerWords } from './header-words.ts';
import { hasForm, type ReadAs, shareReadAs } from './reads-as.ts';
import { lookOf, seemsOf, type ValueLook } from './value-look.ts';
import { type FileColumn, weeklyGross } from './weekly-gross.ts';

/** Column names by field, best first. A leading `?` marks a hint, which is only used where its value can be read. */
type FieldNames = Readonly<Record<FeedField, readonly string[]>>;

/** What a customer chose before for files with these columns. `sameFile`: a file with exactly these headers. */
export type Learned = { readonly mapping: ColumnMapping; readonly sameFile: boolean };

export type ProposeOptions = ReadAs & {
  readonly names: FieldNames;
  /** What a person chose for this file. It goes before anything else. */
  readonly chosen?: ColumnMapping;
  readonly learned?: Learned | undefined;
};

type Proposal = Pick<ColumnReport, 'certainty' | 'why'> & { readonly field: FeedField | null };
type Looked = { readonly column: string; readonly values: readonly string[]; readonly look: ValueLook };

/** From here on a proposed field is read without a person's choice. */
const readFrom = 50;
/** How much two names must agree. */
const alike = 0.7;
const valuesLooked = 200;
/** Values that suffice to doubt a known name if none of them fits. */
const enoughValues = 5;
const nothing: Proposal = { field: null, certainty: 0, why: 'none' };

/**
 * How each column of a file is read, and why: as a person chose it, as it was learned, by its name, by a similar name, or by its
 * values. A field that a better column fills is not proposed again. `cells` are those of each row; '' if it has no value.
 */
export function proposeColumns(columns: readonly FileColumn[], options: ProposeOptions): ColumnReport[] {
  const looked = columns.map(({ column, cells }): Looked => {
    const values = cells.map((cell) => cell.trim()).filter((cell) => !saysNothing(cell));
    const some = spread(values, valuesLooked);
    return { column, values: some, look: lookOf(some) };
  });
  const settled = settledProposals(looked, options);
  const guessed = guessedProposals(
    looked.filter(({ column }) => !settled.has(column)),
    new Set([...settled.values()].flatMap(({ field, certainty }) => (field && certainty >= readFrom ? [field] : []))),
    options,
  );
  const gross = weeklyGross(columns);
  return looked.map(({ column, values, look }, index) => {
    const best = settled.get(column) ?? guessed.get(column) ?? nothing;
    const read = best.why === 'chosen' || best.why === 'learned' || best.certainty >= readFrom;
    return {
      column,
      field: read ? best.field : null,
      suggested: read ? null : best.field,
      certainty: best.certainty,
      why: best.why,
      seems: gross.get(column) ?? seemsOf(headerWords(column), values, look),
      samples: [...new Set(values)].slice(0, 3).map((value) => tidy(value, 60)),
      filled: columns[index]?.cells.filter((cell) => cell.trim() !== '').length ?? 0,
    };
  });
}

/** Values taken evenly from the whole column, as the first rows of a file may all be alike. */
function spread(values: readonly string[], most: number): readonly string[] {
  if (values.length <= most) return values;
  return Array.from({ length: most }, (_, n) => values[Math.floor((n * values.length) / most)] ?? '');
}

/** Columns that a person chose, that were learned, or whose name is known. */
function settledProposals(looked: readonly Looked[], options: ProposeOptions): Map<string, Proposal> {
  const known = knownNames(options.names);
  const proposals = new Map<string, Proposal>();
  const named = new Set<string>();
  for (const { column, values } of looked) {
    const name = comparable(column);
    const entry = named.has(name) ? undefined : known.get(name);
    const before = inMapping(options.learned?.mapping, column);
    const chosen = inMapping(options.chosen, column);
    named.add(name);
    if (chosen !== undefined) proposals.set(column, { field: chosen, certainty: 100, why: 'chosen' });
    else if (before !== undefined)
      proposals.set(column, { field: before, certainty: options.learned?.sameFile ? 100 : 95, why: 'learned' });
    else if (entry) proposals.set(column, byName(entry, values, options));
  }
  return proposals;
}

const inMapping = (mapping: ColumnMapping | undefined, column: string): FeedField | null | undefined =>
  mapping && Object.hasOwn(mapping, column) ? mapping[column] : undefined;

type Known = { readonly field: FeedField; readonly hint: boolean; readonly own: boolean };

function knownNames(names: FieldNames): Map<string, Known> {
  const known = new Map<string, Known>();
  for (const [field, list] of Object.entries(names) as [FeedField, readonly string[]][])
    for (const name of list) {
      const key = comparable(name);
      const hint = name.startsWith('?');
      // A name of one field that is a hint of another is that field's.
      if (!known.has(key) || (known.get(key)?.hint === true && !hint))
        known.set(key, { field, hint, own: key === comparable(field) });
    }
  return known;
}

function byName({ field, hint, own }: Known, values: readonly string[], options: ProposeOptions): Proposal {
  const share = shareReadAs(field, values, options);
  // A hint is read wherever its value can be.
  if (hint && share === 0) return nothing;
  // A known name is read even if some values are bad, so that their rows are named; times in "Start" are no start dates.
  const contrary = share === 0 && values.length >= enoughValues;
  const certainty = contrary ? readFrom / 2 : hint ? readFrom + 40 * share : 60 + (own ? 40 : 35) * share;
  return { field, certainty: Math.round(certainty), why: own ? 'name' : 'alias' };
}

/** Fields for columns with unknown names: the most certain pair of column and field first, and each field once. */
function guessedProposals(
  looked: readonly Looked[],
  taken: ReadonlySet<FeedField>,
  options: ProposeOptions,
): Map<string, Proposal> {
  const wordsOf = (Object.entries(options.names) as [FeedField, readonly string[]][]).flatMap(([field, names]) =>
    // `$/hr` shares its only word with every column of hours.
    [field, ...names].filter((name) => !name.includes('$')).map((name) => ({ field, words: headerWords(name) })),
  );
  const guesses = looked.flatMap(({ column, values, look }) => {
    const words = headerWords(column);
    const similar = wordsOf.flatMap(({ field, words: others }) => {
      const likeness = headerLikeness(words, others);
      const share = shareReadAs(field, values, options);
      if (likeness < alike || (hasForm(field) && share < 0.5)) return [];
      return [{ column, field, certainty: Math.round(88 * likeness * share), why: 'similar' as const }];
    });
    const alone = byLook[look];
    const unique = look === 'id' && new Set(values).size === values.length;
    const valued = alone && (look !== 'id' || unique) ? [{ column, ...alone, why: 'values' as const }] : [];
    return [...similar, ...valued];
  });
  const used = new Set(taken);
  const found = new Map<string, Proposal>();
  for (const { column, field, certainty, why } of guesses.sort((a, b) => b.certainty - a.certainty)) {
    if (found.has(column) || used.has(field) || overlaps(field, used)) continue;
    found.set(column, { field, certainty, why });
    used.add(field);
  }
  return found;
}

/** Whether other fields say already what this one would. */
const overlaps = (field: FeedField, used: ReadonlySet<FeedField>): boolean =>
  field === 'place' ? used.has('city') && used.has('state') : field === 'degreeAndSpecialty' && used.has('degree');

/** Fields that values speak for by their form alone. Money may be bill or pay, so it is only suggested. */
const byLook: Readonly<Partial<Record<ValueLook, { readonly field: FeedField; readonly certainty: number }>>> = {
  state: { field: 'state', certainty: 75 },
  place: { field: 'place', certainty: 70 },
  degree: { field: 'degree', certainty: 70 },
  shift: { field: 'shift', certainty: 65 },
  zip: { field: 'zip', certainty: 45 },
  id: { field: 'providerJobId', certainty: 45 },
  link: { field: 'jobUrl', certainty: 45 },
  date: { field: 'startDate', certainty: 35 },
  money: { field: 'billRate', certainty: 30 },
};
