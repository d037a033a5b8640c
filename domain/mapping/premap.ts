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
  return lines.map((line) => {
    const degree = line.atsDegree === '' ? undefined : degreeNamed(line.atsDegree, lists);
    const specialty = line.atsSpecialty === '' ? undefined : specialtyNamed(line.atsSpecialty, degree, lists);
    const key = pair(line.jrDegree, line.jrSpecialty);
    const again = seen.has(key);
    seen.add(key);
    const isAtsDegreeCorrect = line.atsDegree === '' || degree !== undefined;
    const isAtsSpecialtyCorrect = line.atsSpecialty === '' || specialty !== undefined;
    const problem = again
      ? 'This degree and specialty stand in an earlier line: leave one out.'
      : problemOf(line, isAtsDegreeCorrect, isAtsSpecialtyCorrect, lists);
    return { ...line, isAtsDegreeCorrect, isAtsSpecialtyCorrect, problem };
  });
}

function problemOf(line: PremapLine, degreeStands: boolean, specialtyStands: boolean, lists: TermLists): string | null {
  if (line.jrDegree === '' && line.jrSpecialty === '') return 'Write a degree or a specialty.';
  if (line.exclude) return null;
  if (line.atsDegree === '' && line.atsSpecialty === '') return 'Write what it means in the ATS, or exclude the line.';
  if (!degreeStands) return `The ATS lists no degree “${line.atsDegree}”.`;
  if (!specialtyStands) {
    const where = lists.specialtyDependsOnDegree && line.atsDegree !== '' ? ` under “${line.atsDegree}”` : '';
    return `The ATS lists no specialty “${line.atsSpecialty}”${where}.`;
  }
  if (line.atsSpecialty !== '' && line.jrSpecialty === '') return 'Write the specialty that this means.';
  return null;
}

const named = (value: AtsValueRow, name: string): boolean =>
  value.active && (plain(value.name) === plain(name) || value.extId === name);

const degreeNamed = (name: string, { values }: TermLists): AtsValueRow | undefined =>
  values.find((value) => value.kind === 'degree' && named(value, name));

function specialtyNamed(name: string, degree: AtsValueRow | undefined, lists: TermLists): AtsValueRow | undefined {
  const alike = lists.values.filter((value) => value.kind === 'specialty' && named(value, name));
  if (!degree || !lists.specialtyDependsOnDegree) return alike[0];
  return alike.find(({ parentId }) => parentId === degree.extId || parentId === null);
}

/** The premap of checked lines. Lines with problems are skipped. */
export function premapOf(lines: readonly PremapLine[], lists: TermLists): Premap {
  const degrees = new Map<string, string | null>();
  const specialties = new Map<string, string | null>();
  for (const line of checkedLines(lines, lists)) {
    if (line.problem !== null) continue;
    const degree = degreeNamed(line.atsDegree, lists);
    const specialty = specialtyNamed(line.atsSpecialty, degree, lists);
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
