import type { SubmissionTargetRow } from '#contract/rows/submission.ts';
import type { SubmissionEntryRow, SubmissionPackageRow } from '#contract/rows/submission-lists.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { defaultPackage } from '#domain/submissions/packages.ts';

/** The id of a new package in its address (documented). */
export const newPackageId = -1;

/** A package as screens show it, with the names of its target, degree and specialty. */
export type PackageLine = Omit<SubmissionPackageRow, 'defaultAt' | 'version' | 'by' | 'at' | 'purged'> & {
  readonly target: string;
  readonly degree: string;
  readonly specialty: string;
  readonly pair: string;
  readonly count: number;
};

/** A package that is not saved yet. */
export const blankPackage: PackageLine = {
  id: newPackageId,
  ref: null,
  targetId: 0,
  degreeId: 0,
  specialtyId: 0,
  documents: [],
  note: '',
  isDefault: false,
  target: '',
  degree: '',
  specialty: '',
  pair: '',
  count: 0,
};

/** The degree and specialty that a package is for. */
export function pairWords({ degree, specialty }: Pick<PackageLine, 'degree' | 'specialty'>): string {
  if (degree === '' && specialty === '') return 'Every degree and specialty';
  if (specialty === '') return `${degree}, every specialty`;
  return degree === '' ? `Every degree, ${specialty}` : `${degree}, ${specialty}`;
}

/** Rows of this device as lines. Documents that left the list of their target are left out, and packages whose target is gone. */
export function packageLines(
  rows: readonly SubmissionPackageRow[],
  entries: readonly SubmissionEntryRow[],
  targets: readonly Pick<SubmissionTargetRow, 'id' | 'name'>[],
): readonly PackageLine[] {
  const held = rows.filter(({ purged }) => !purged);
  const entryOf = new Map(entries.map((entry) => [entry.id, entry]));
  const targetOf = new Map(targets.map(({ id, name }) => [id, name]));
  return held.flatMap(({ defaultAt: _defaultAt, version: _version, by: _by, at: _at, purged: _purged, ...row }) => {
    const target = targetOf.get(row.targetId);
    if (target === undefined) return [];
    const documents = row.documents.filter((id) => entryOf.get(id)?.removed === false);
    const names = { degree: entryOf.get(row.degreeId)?.name ?? '', specialty: entryOf.get(row.specialtyId)?.name ?? '' };
    const isDefault = defaultPackage(held.filter(({ targetId }) => targetId === row.targetId))?.id === row.id;
    return { ...row, ...names, documents, isDefault, target, pair: pairWords(names), count: documents.length };
  });
}

/** The package of an address: by its id, also by the one that this device gave it before the service had it. */
export const packageAt = (lines: readonly PackageLine[], id: number): PackageLine | undefined =>
  lines.find((line) => line.id === id || (line.ref !== null && localIdOf(line.ref) === id));

/** What a target lists now, by name: degrees, specialties of a degree (0: all), documents. */
export function choicesOf(entries: readonly SubmissionEntryRow[], targetId: number, degreeId: number) {
  const listed = entries.filter((entry) => entry.targetId === targetId && !entry.removed);
  const ofKind = (kind: SubmissionEntryRow['kind']) =>
    listed.filter((entry) => entry.kind === kind).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  const degree = listed.find(({ id }) => id === degreeId);
  return {
    degrees: ofKind('degree'),
    specialties: ofKind('specialty').filter(({ degreeExtId }) => !degree || degreeExtId === '' || degreeExtId === degree.extId),
    documents: ofKind('document'),
  };
}

/** The list with the entry at a place moved one place up (-1) or down (1); unchanged at an end. */
export function moved(ids: readonly number[], at: number, by: -1 | 1): number[] {
  const [one, other] = [ids[at], ids[at + by]];
  if (one === undefined || other === undefined) return [...ids];
  return ids.map((id, i) => (i === at ? other : i === at + by ? one : id));
}
