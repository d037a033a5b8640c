import type { SubmissionPackage } from '#contract/submissions/packages.ts';

/** The id of a new package in its address (documented). */
export const newPackageId = -1;

/** A package as the list shows it. */
export type PackageLine = SubmissionPackage & { readonly pair: string; readonly count: number };

/** The degree and specialty that a package is for. */
export function pairWords({ degree, specialty }: Pick<SubmissionPackage, 'degree' | 'specialty'>): string {
  if (degree === '' && specialty === '') return 'Every degree and specialty';
  if (specialty === '') return `${degree}, every specialty`;
  return degree === '' ? `Every degree, ${specialty}` : `${degree}, ${specialty}`;
}

export const packageLine = (one: SubmissionPackage): PackageLine => ({
  ...one,
  pair: pairWords(one),
  count: one.documents.length,
});

/** The list with the entry at a place moved one place up (-1) or down (1); unchanged at an end. */
export function moved(ids: readonly number[], at: number, by: -1 | 1): number[] {
  const [one, other] = [ids[at], ids[at + by]];
  if (one === undefined || other === undefined) return [...ids];
  return ids.map((id, i) => (i === at ? other : i === at + by ? one : id));
}
