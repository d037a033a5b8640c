import type { Report, ReportColumn, ReportFilter } from '../kit/report.ts';
import { reportIds } from '../kit/report-ids.ts';

/**
 * One vendor text with what it is mapped to in a target; null as long as it is not. `jobsTo` opens its open jobs, `mapTo` the text on
 * its mapping screen.
 */
export type MappedTextLine = {
  readonly id: number;
  readonly text: string;
  readonly within: string | null;
  readonly source: string;
  readonly openJobs: number;
  readonly ignored: boolean;
  readonly mapName: string | null;
  readonly mapParent: string | null;
  readonly mapAddress: string | null;
  readonly mapCity: string | null;
  readonly mapState: string | null;
  readonly mapZip: string | null;
  readonly jobsTo: string | null;
  readonly mapTo: string | null;
};

type Column = ReportColumn<MappedTextLine>;
const source: Column = { key: 'source', label: '{source}', type: 'text' };
const jobs: Column = { key: 'openJobs', label: 'Open jobs', type: 'number', sum: true, to: ({ jobsTo }) => jobsTo };
const mappedTo = (label: string): Column => ({
  key: 'mapName',
  label,
  type: 'text',
  none: ({ ignored }) => (ignored ? 'Ignored' : 'Not mapped'),
});

const filters: readonly ReportFilter<MappedTextLine>[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'Map state',
    choices: [
      { value: 'unmapped', label: 'Not mapped' },
      { value: 'mapped', label: 'Mapped' },
      { value: 'automatic', label: 'Mapped automatically' },
      { value: 'suggested', label: 'Suggested at 95% or higher' },
      { value: 'ignored', label: 'Ignored' },
    ],
  },
  { kind: 'value', name: 'source', label: '{source}', key: 'source' },
];

const shared = {
  group: 'Mapping',
  answeredBy: 'device',
  filters,
  sort: { key: 'source', descending: false },
} as const;

/** `/report_mapdetail`: each vendor client with the client it is mapped to. */
export const mapDetailReport: Report<MappedTextLine> = {
  ...shared,
  id: reportIds.mapDetail,
  title: 'Map detail',
  about: 'Each client as vendors write it, and the client that it is mapped to.',
  audience: 'map.facility',
  path: '/report_mapdetail',
  noun: 'client',
  columns: [
    { key: 'text', label: 'Client', type: 'text', to: ({ mapTo }) => mapTo },
    source,
    jobs,
    mappedTo('Mapped client'),
    { key: 'mapAddress', label: '{address}', type: 'text' },
    { key: 'mapCity', label: '{city}', type: 'text' },
    { key: 'mapState', label: '{state}', type: 'text' },
    { key: 'mapZip', label: '{zip}', type: 'text' },
  ],
};

/** `/report_mapcert`: each degree with the degree it is mapped to. */
export const mapDegreesReport: Report<MappedTextLine> = {
  ...shared,
  id: reportIds.mapDegrees,
  title: 'Mapped degrees',
  about: 'Each degree as vendors write it, and the degree that it is mapped to.',
  audience: 'map.degree',
  path: '/report_mapcert',
  noun: 'degree',
  columns: [{ key: 'text', label: '{degree}', type: 'text' }, source, jobs, mappedTo('Mapped {degree}')],
};

/** `/report_mapspec`: each specialty with the specialty and degree it is mapped to. */
export const mapSpecialtiesReport: Report<MappedTextLine> = {
  ...shared,
  id: reportIds.mapSpecialties,
  title: 'Mapped specialties',
  about: 'Each specialty as vendors write it, the specialty that it is mapped to, and that one’s degree.',
  audience: 'map.degree',
  path: '/report_mapspec',
  noun: 'specialty',
  plural: 'specialties',
  columns: [
    { key: 'text', label: '{specialty}', type: 'text' },
    { key: 'within', label: '{degree}', type: 'text' },
    source,
    jobs,
    mappedTo('Mapped {specialty}'),
    { key: 'mapParent', label: 'Mapped {degree}', type: 'text' },
  ],
};

/** `/report_mapshift`: each shift with the shift it is mapped to. */
export const mapShiftsReport: Report<MappedTextLine> = {
  ...shared,
  id: reportIds.mapShifts,
  title: 'Mapped shifts',
  about: 'Each shift as vendors write it, and the shift that it is mapped to.',
  audience: 'map.shift',
  path: '/report_mapshift',
  noun: 'shift',
  columns: [{ key: 'text', label: '{shift}', type: 'text' }, source, jobs, mappedTo('Mapped {shift}')],
};
