import type { ColumnPreset } from '#src/ui/grid/column-chooser.tsx';
import type { ColumnLayout } from '#src/ui/grid/model/column-layout.ts';
import { stateKey } from './job-columns.tsx';
import { jobFields } from './job-fields.ts';

const mapped = ['facility', 'degree', 'specialty', 'shift'];

const layout = (shown: readonly string[]): ColumnLayout => ({
  shown,
  start: [stateKey, 'providerJobId'],
  end: [],
  widths: {},
  density: 'normal',
});

/** The columns that a recruiter needs first, in working order: job, mapping, pay, dates, place. */
export const triageLayout = layout([
  stateKey,
  'providerJobId',
  ...mapped,
  'billRate',
  'startDate',
  'durationDays',
  'city',
  'state',
  'status',
  'positions',
  'source',
  'firstSeenAt',
]);

const rateFields = jobFields.filter(({ group }) => group === 'Rates' || group === 'Pay').map(({ key }) => key);

export const jobPresets: readonly ColumnPreset[] = [
  { name: 'Triage', layout: triageLayout },
  { name: 'Rates', layout: layout([stateKey, 'providerJobId', 'facility', 'specialty', ...rateFields, 'guaranteedHours']) },
  {
    name: 'Full',
    layout: layout([
      stateKey,
      'providerJobId',
      ...mapped,
      ...jobFields.map(({ key }) => key).filter((key) => key !== 'providerJobId'),
    ]),
  },
];
