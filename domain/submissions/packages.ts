import type { SubmissionEntryRow, SubmissionListKind, SubmissionPackageRow } from '#contract/rows/submission-lists.ts';

type Pair = { readonly targetId: number; readonly degreeId: number; readonly specialtyId: number };
/** What a package says, without who saved it and whether it is the default. */
export type PackageContent = Pair & { readonly documents: readonly number[] };
type Entry = Pick<SubmissionEntryRow, 'targetId' | 'kind' | 'extId' | 'degreeExtId' | 'removed'>;
/** What is wrong with a package, and the field that says it. */
export type PackageProblem = { readonly field: 'degreeId' | 'specialtyId' | 'documents'; readonly message: string };

/** Ids of the entries that a package names. */
export const entriesOf = ({ degreeId, specialtyId, documents }: Omit<PackageContent, 'targetId'>): number[] =>
  [degreeId, specialtyId, ...documents].filter((id) => id > 0);

/**
 * What is wrong with a package: a document twice, or an entry that is not in the list of its target. `entryOf` finds an entry by id. Null if
 * nothing is.
 */
export function packageProblem(
  { targetId, degreeId, specialtyId, documents }: PackageContent,
  entryOf: (id: number) => Entry | undefined,
): PackageProblem | null {
  const listed = (id: number, kind: SubmissionListKind) => {
    const entry = id === 0 ? undefined : entryOf(id);
    return entry && !entry.removed && entry.kind === kind && entry.targetId === targetId ? entry : null;
  };
  const degree = listed(degreeId, 'degree');
  const specialty = listed(specialtyId, 'specialty');
  if (degreeId !== 0 && !degree) return problem('degreeId', 'The target has no such degree. Choose one of its list.');
  if (specialtyId !== 0 && !specialty) return problem('specialtyId', 'The target has no such specialty. Choose one of its list.');
  if (degree && specialty && specialty.degreeExtId !== '' && specialty.degreeExtId !== degree.extId)
    return problem('specialtyId', 'This specialty belongs to another degree. Choose a specialty of the degree.');
  if (new Set(documents).size !== documents.length) return problem('documents', 'Choose each document once');
  if (documents.some((id) => !listed(id, 'document')))
    return problem('documents', 'A document is not in the list of the target any more. Choose its documents again.');
  return null;
}

const problem = (field: PackageProblem['field'], message: string): PackageProblem => ({ field, message });

/** Another package of the same target for the same degree and specialty. */
export const rivalPackage = <P extends Pair & { readonly id: number }>(
  asked: Pair & { readonly id: number },
  packages: readonly P[],
): P | undefined =>
  packages.find(
    (one) =>
      one.id !== asked.id &&
      one.targetId === asked.targetId &&
      one.degreeId === asked.degreeId &&
      one.specialtyId === asked.specialtyId,
  );

/** Why a package is refused while another one is for its pair: the name of that one. */
export const rivalPackageProblem = (
  target: string,
  names: { readonly degree: string; readonly specialty: string },
): PackageProblem => problem('degreeId', `${target} has a package for ${packageName(names)} already. Change that one.`);

/** How people call a package: the degree and specialty that it is for. */
const packageName = ({ degree, specialty }: { readonly degree: string; readonly specialty: string }): string =>
  [degree || 'Any degree', specialty || 'any specialty'].join(', ');

type Choice = Pick<SubmissionPackageRow, 'id' | 'isDefault' | 'defaultAt'>;

/** The default among the packages of one target: the one of the latest choice, unless that was against it. */
export function defaultPackage<P extends Choice>(packages: readonly P[]): P | undefined {
  const chosen = packages.filter(({ defaultAt }) => defaultAt !== null);
  const latest = chosen.toSorted((a, b) => (b.defaultAt ?? '').localeCompare(a.defaultAt ?? '') || b.id - a.id)[0];
  return latest?.isDefault ? latest : undefined;
}

/**
 * The package for a pair among those of one target: that of the degree and specialty, else of the degree, else the default, else one for any
 * degree. Null if none is for the pair.
 */
export function packageFor<P extends Choice & Pair>(
  packages: readonly P[],
  { degreeId, specialtyId }: Pick<Pair, 'degreeId' | 'specialtyId'>,
): P | null {
  const ofTarget = packages.toSorted((a, b) => a.id - b.id);
  const ofDegree = ofTarget.filter((one) => degreeId !== 0 && one.degreeId === degreeId);
  return (
    ofDegree.find((one) => one.specialtyId === specialtyId) ??
    ofDegree.find((one) => one.specialtyId === 0) ??
    defaultPackage(ofTarget) ??
    ofTarget.find((one) => one.degreeId === 0 && (one.specialtyId === specialtyId || one.specialtyId === 0)) ??
    null
  );
}
