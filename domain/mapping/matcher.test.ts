import { expect, test } from 'vitest';
import type { AtsValueRow, MapKind, MapValueRow } from '#contract/rows/rows.ts';
import { createMatcher } from './matcher.ts';
import type { SoughtValue } from './text/value-key.ts';
import { valueKey } from './text/value-key.ts';

const nowhere = { address: null, city: null, state: null, zip: null };
const listed = (kind: MapKind, extId: string, name: string, rest: Partial<AtsValueRow> = {}): AtsValueRow => ({
  id: Number(extId.replace(/\D/g, '')),
  targetId: 1,
  kind,
  extId,
  name,
  parentId: null,
  active: true,
  ...nowhere,
  ...rest,
});
const sought = (kind: MapKind, text: string, rest: Partial<SoughtValue> = {}): SoughtValue => ({
  kind,
  text,
  within: null,
  ...nowhere,
  ...rest,
});
const reno = { city: 'Reno', state: 'NV', zip: '89501', address: '12 Mill Road' };

const values = [
  listed('facility', 'F1', 'Saint Odile Medical Center', reno),
  listed('facility', 'F2', 'Fairhaven Community Hospital', { ...reno, address: '900 Lake Street' }),
  listed('degree', 'D1', 'Registered Nurse'),
  listed('degree', 'D2', 'Licensed Practical Nurse'),
  listed('specialty', 'S1', 'Intensive Care Unit', { parentId: 'D1' }),
  listed('specialty', 'S2', 'Telemetry', { parentId: 'D1' }),
  listed('shift', 'H1', '12h Days 07:00-19:00'),
  listed('shift', 'H2', '12h Nights 19:00-07:00'),
];

test('one matcher handles facility, degree, specialty and shift with the ATS’s own ids', () => {
  const match = createMatcher(values, []);
  const first = (value: SoughtValue) => match(value, 3)[0]?.id;
  expect(first(sought('facility', 'ST. ODILE MED CTR', reno))).toBe('F1');
  expect(first(sought('degree', 'RN'))).toBe('D1');
  expect(first(sought('specialty', 'ICU', { within: 'RN' }))).toBe('S1');
  expect(first(sought('shift', '12hr Nights'))).toBe('H2');
});

test('[M3] a value that a person chose before comes first and is nearly certain', () => {
  const person: MapValueRow = {
    id: 1,
    targetId: 1,
    kind: 'facility',
    sourceId: 1,
    text: 'The House on Mill',
    within: null,
    ...reno,
    mappedId: 'F1',
    how: 'person',
    suggestedId: null,
    certainty: null,
    ignored: false,
    unique: false,
    by: 'Ana',
    at: null,
    firstSeenAt: '',
  };
  const [first] = createMatcher(values, [person])(sought('facility', 'THE HOUSE ON MILL', reno), 2);
  expect(first).toMatchObject({ id: 'F1' });
  expect(first?.certainty).toBeGreaterThan(95);
});

test('[M2] the same text at two places is two facility values, and the degree distinguishes specialties', () => {
  expect(valueKey(sought('facility', ' Mercy  HOSPITAL', reno))).toBe(valueKey(sought('facility', 'mercy hospital', reno)));
  expect(valueKey(sought('facility', 'Mercy', reno))).not.toBe(
    valueKey(sought('facility', 'Mercy', { ...reno, city: 'Sparks' })),
  );
  expect(valueKey(sought('specialty', 'ICU', { within: 'RN' }))).not.toBe(
    valueKey(sought('specialty', 'ICU', { within: 'LPN' })),
  );
});
