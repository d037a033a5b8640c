import { stateKey } from '#domain/job-list/cell-texts.ts';
import { jobFields } from '#domain/job-list/job-fields.ts';
import type { ColumnPreset } from '#src/ui/grid/column-chooser.tsx';
import type { ColumnLayout } from '#src/ui/grid/model/column-layout.ts';

const mapped = ['facility', 'degree', 'specialty', 'shift'];

/** What a row is: it stays in view when the grid scrolls sideways. */
const pinned = ['providerJobId', 'facility'];

const layout = (shown: readonly string[]): ColumnLayout => ({
  shown,
  start: pinned,
  end: [],
  widths: {},
  density: 'normal',
});

/** The columns that a recruiter needs first. All fit a screen of 1440 px; a smaller one cuts them from the right. */
export const triageLayout = layout([
  ...pinned,
  'specialty',
  'shift',
  'billRate',
  'startDate',
  'positions',
  stateKey,
  'source',
  'firstSeenAt',
]);

const rateFields = jobFields.filter(({ group }) => group === 'Rates' || group === 'Pay').map(({ key }) => key);

export const jobPresets: readonly ColumnPreset[] = [
  { name: 'Triage', layout: triageLayout },
  { name: 'Rates', layout: layout([...pinned, 'specialty', ...rateFields, 'guaranteedHours', stateKey]) },
  {
    name: 'Full',
    layout: layout([
      'providerJobId',
      ...mapped,
      stateKey,
      ...jobFields.map(({ key }) => key).filter((key) => key !== 'providerJobId'),
    ]),
  },
];
