import { type AnyReport, type ReportGroup, reportGroups } from '#domain/reports/kit/report.ts';
import type { ReportId } from '#domain/reports/kit/report-ids.ts';

/** A heading of the library with its reports. */
export type LibraryPart = { readonly label: ReportGroup | 'Favorites'; readonly reports: readonly AnyReport[] };

/**
 * The reports that have every typed word in their title, sentence, group or the columns that they show first: favorites first, then by group. A favorite
 * is not repeated in its group.
 */
export function findReports(reports: readonly AnyReport[], typed: string, isFavorite: (id: ReportId) => boolean): LibraryPart[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = reports.filter((report) => {
    const text = textOf(report);
    return words.every((word) => text.includes(word));
  });
  const favorites = found.filter(({ id }) => isFavorite(id));
  const others = found.filter(({ id }) => !isFavorite(id));
  const parts: LibraryPart[] = [
    { label: 'Favorites', reports: favorites },
    ...reportGroups.map((label) => ({ label, reports: others.filter(({ group }) => group === label) })),
  ];
  return parts.filter((part) => part.reports.length > 0);
}

const textOf = ({ title, about, group, columns }: AnyReport): string =>
  [title, about, group, ...columns.flatMap(({ label, hidden }) => (hidden ? [] : [label]))].join(' ').toLowerCase();
