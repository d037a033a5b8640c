import type { PremapLine } from '#contract/mapping/premap.ts';
import type { AtsValueRow, MapValueRow } from '#contract/rows/rows.ts';
import { isPersons } from '../commands/value/value-change.ts';

/** The meaning of a text in the premap: an ATS value, or a value that is not staffed (`null`). */
export type Premap = {
  readonly degrees: ReadonlyMap<string, string | null>;
  readonly specialties: ReadonlyMap<string, string | null>;
};

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();
const pair = (degree: string, specialty: string): string => `${plain(degree)}|${plain(specialty)}`;

/** A target's degrees and specialties. A value is found by its name or by the ATS's own id. */
export type TermLists = { readonly values: readonly AtsValueRow[]; readonly specialtyDependsOnDegree: boolean };

/** Checks lines: sets their two flags and, if something must be fixed, a sentence that says what. */
export function checkedLines(lines: readonly PremapLine[], lists: TermLists): PremapLine[] {
  const seen = new Set<string>();
  const terms = termsOf(lists);
  return lines.map((line) => {
    const degree = line.atsDegree === '' ? undefined : terms.degree(line.atsDegree);
    const specialty = line.atsSpecialty === '' ? undefined : terms.specialty(line.atsSpecialty, degree);
    const key = pair(line.jrDegree, line.jrSpecialty);
    const again = seen.has(key);
    seen.add(key);
    const isAtsDegreeCorrect = line.atsDegree === '' || degree !== undefined;
    const isAtsSpecialtyCorrect = line.atsSpecialty === '' || specialty !== undefined;
    const problem = again
      ? 'This degree and specialty are already in an earlier row. Delete one of the two.'
      : problemOf(line, isAtsDegreeCorrect, isAtsSpecialtyCorrect, lists);
    return { ...line, isAtsDegreeCorrect, isAtsSpecialtyCorrect, problem };
  });
}

function problemOf(line: PremapLine, degreeStands: boolean, specialtyStands: boolean, lists: TermLists): string | null {
  if (line.jrDegree === '' && line.jrSpecialty === '') return 'Enter a degree or a specialty.';
  if (line.exclude) return null;
  if (line.atsDegree === '' && line.atsSpecialty === '') return 'Enter its value in the ATS, or exclude the row.';
  if (!degreeStands) return `The ATS has no degree “${line.atsDegree}”.`;
  if (!specialtyStands) {
    const where = lists.specialtyDependsOnDegree && line.atsDegree !== '' ? ` under “${line.atsDegree}”` : '';
    return `The ATS has no specialty “${line.atsSpecialty}”${where}.`;
  }
  if (line.atsSpecialty !== '' && line.jrSpecialty === '') return 'Enter the specialty that this means.';
  return null;
}

/** Finds values by name or id. Built once per list, since a file of 10,000 lines would otherwise read each list 10,000 times. */
function termsOf({ values, specialtyDependsOnDegree }: TermLists) {
  const all = { degree: new Map<string, Set<number>>(), specialty: new Map<string, Set<number>>() };
  const add = (places: Map<string, Set<number>>, key: string, at: number): void => {
    const found = places.get(key);
    if (found) found.add(at);
    else places.set(key, new Set([at]));
  };
  for (const [at, { kind, active, name, extId }] of values.entries()) {
    if (!active || (kind !== 'degree' && kind !== 'specialty')) continue;
    add(all[kind], `name ${plain(name)}`, at);
    add(all[kind], `id ${extId}`, at);
  }
  /** In the order of the list. */
  const named = (kind: 'degree' | 'specialty', name: string): AtsValueRow[] => {
    const at = new Set([...(all[kind].get(`name ${plain(name)}`) ?? []), ...(all[kind].get(`id ${name}`) ?? [])]);
    return [...at].sort((a, b) => a - b).flatMap((place) => values[place] ?? []);
  };
  return {
    degree: (name: string): AtsValueRow | undefined => named('degree', name)[0],
    specialty(name: string, degree: AtsValueRow | undefined): AtsValueRow | undefined {
      const alike = named('specialty', name);
      if (!degree || !specialtyDependsOnDegree) return alike[0];
      return alike.find(({ parentId }) => parentId === degree.extId || parentId === null);
    },
  };
}

/** The premap of checked lines. Lines with problems are skipped. */
export function premapOf(lines: readonly PremapLine[], lists: TermLists): Premap {
  const degrees = new Map<string, string | null>();
  const specialties = new Map<string, string | null>();
  const terms = termsOf(lists);
  for (const line of checkedLines(lines, lists)) {
    if (line.problem !== null) continue;
    const degree = terms.degree(line.atsDegree);
    const specialty = terms.specialty(line.atsSpecialty, degree);
    if (line.exclude) {
      if (line.jrSpecialty === '') degrees.set(plain(line.jrDegree), null);
      else specialties.set(pair(line.jrDegree, line.jrSpecialty), null);
      continue;
    }
    // If several lines name a degree with its specialties, the first one with a meaning decides.
    if (line.jrDegree !== '' && degree && !degrees.has(plain(line.jrDegree))) degrees.set(plain(line.jrDegree), degree.extId);
    if (line.jrSpecialty !== '' && specialty) specialties.set(pair(line.jrDegree, line.jrSpecialty), specialty.extId);
  }
  return { degrees, specialties };
}

/**
 * Applies the premap to a row: maps it, or ignores it if its line is excluded. A person's choice stays, and so does a row without
 * a line.
 */
export function premapped(premap: Premap, value: MapValueRow, by: string, at: string): MapValueRow {
  const said = saidOf(premap, value);
  if (said === undefined || isPersons(value)) return value;
  if (said === null) return value.ignored ? value : { ...value, ignored: true };
  return { ...value, mappedId: said, how: 'person', certainty: null, ignored: false, by, at };
}

function saidOf({ degrees, specialties }: Premap, { kind, text, within }: MapValueRow): string | null | undefined {
  if (kind === 'degree') return degrees.get(plain(text));
  if (kind !== 'specialty') return undefined;
  const own = specialties.get(pair(within ?? '', text));
  return own === undefined ? specialties.get(pair('', text)) : own;
}
