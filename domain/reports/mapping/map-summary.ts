import type { SourceRow } from '#contract/rows/rows.ts';
import type { Report } from '../kit/report.ts';
import { reportIds } from '../kit/report-ids.ts';

/** How much of one source is mapped to a target. `mapTo` opens its unmapped facilities; null if there are none. */
export type MapSummaryLine = {
  readonly id: number;
  readonly source: string;
  readonly texts: number;
  readonly unmapped: number;
  readonly waitingJobs: number;
  readonly mapped: number;
  readonly mapTo: string | null;
};

/** Counts of the texts of one source: mapped, unmapped without the ignored ones, and the open jobs that wait for the latter. */
type Tally = Pick<MapSummaryLine, 'mapped' | 'unmapped' | 'waitingJobs'> & { readonly sourceId: number };

/** One line for each source that has texts. A source counts the texts of the sources that it groups, as its filter does. */
export function mapSummaryLines(sources: readonly SourceRow[], tallies: readonly Tally[], targetId: number): MapSummaryLine[] {
  const bySource = new Map(tallies.map((tally) => [tally.sourceId, tally]));
  return sources.flatMap(({ id, name, members }) => {
    const parts = [id, ...members].flatMap((one) => bySource.get(one) ?? []);
    if (parts.length === 0) return [];
    const sum = (key: 'mapped' | 'unmapped' | 'waitingJobs') => parts.reduce((total, part) => total + part[key], 0);
    const [unmapped, mapped] = [sum('unmapped'), sum('mapped')];
    const mapTo = unmapped === 0 ? null : `/mapfacility/1/${targetId}/${id}`;
    return [{ id, source: name, texts: mapped + unmapped, unmapped, waitingJobs: sum('waitingJobs'), mapped, mapTo }];
  });
}

const detail = (id: number, state?: string) => `/report_mapdetail?source=${id}${state === undefined ? '' : `&state=${state}`}`;

/** `/report_mapsummary`: how much of each source is mapped. */
export const mapSummaryReport: Report<MapSummaryLine> = {
  id: reportIds.mapSummary,
  title: 'Map summary',
  about: 'How many facilities of each source are mapped, and how many open jobs wait for the others.',
  group: 'Mapping',
  audience: 'map.facility',
  path: '/report_mapsummary',
  answeredBy: 'device',
  noun: 'source',
  columns: [
    { key: 'source', label: '{source}', type: 'text', to: ({ id }) => `/report_mapdetail/${id}` },
    { key: 'unmapped', label: 'Unmapped facilities', type: 'number', sum: true, to: ({ id }) => detail(id, 'unmapped') },
    { key: 'waitingJobs', label: 'Open jobs waiting', type: 'number', sum: true },
    { key: 'mapped', label: 'Mapped facilities', type: 'number', sum: true, to: ({ id }) => detail(id, 'mapped') },
  ],
  filters: [{ kind: 'value', name: 'source', label: '{source}', key: 'source' }],
  chart: {
    kind: 'stacked',
    title: 'Mapped facilities by source',
    about: 'Facilities of each source, mapped or not. A figure opens its facilities.',
    by: ['source'],
    noun: ['source', 'sources'],
    parts: [
      { key: 'unmapped', words: 'not mapped', tone: 2 },
      { key: 'mapped', words: 'mapped', tone: 1 },
    ],
    none: { words: 'without facilities to map', filters: null },
  },
  sort: { key: 'source', descending: false },
};
