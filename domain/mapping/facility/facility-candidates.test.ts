import { expect, test } from 'vitest';
import { facilityCandidates } from './facility-candidates.ts';
import { addFacility, buildFacilityIndex, type FacilityTarget, removeFacility } from './facility-index.ts';
import { learnFacilities } from './learned-facilities.ts';

const facility = (id: number, name: string, city: string, state: string, zip: string, address = ''): FacilityTarget<number> => ({
  id,
  name,
  address,
  city,
  state,
  zip,
});

const TARGETS = [
  facility(1, 'St Rose Dominican Hospital - Siena Campus', 'Henderson', 'NV', '89052', '3001 St Rose Pkwy'),
  facility(2, 'St Rose Dominican Hospital - De Lima Campus', 'Henderson', 'NV', '89015', '102 E Lake Mead Pkwy'),
  facility(3, 'St Rose Dominican Hospital - San Martin Campus', 'Las Vegas', 'NV', '89113', '8280 W Warm Springs Rd'),
  facility(4, 'Sunrise Hospital and Medical Center', 'Las Vegas', 'NV', '89109', '3186 S Maryland Pkwy'),
  facility(5, 'Mercy General Hospital', 'Sacramento', 'CA', '95819', '4001 J St'),
  facility(6, 'Good Samaritan Hospital', 'San Jose', 'CA', '95124', '2425 Samaritan Dr'),
  facility(7, 'Good Samaritan Hospital', 'Bakersfield', 'CA', '93308', '901 Olive Dr'),
  facility(8, 'Baptist Health Medical Center', 'Conway', 'AR', '72032', '1555 Exchange Ave'),
  facility(9, 'United Hospital Center', 'Bridgeport', 'WV', '26330', '327 Medical Park Dr'),
  facility(10, 'Sunrise Rehabilitation Hospital', 'Las Vegas', 'NV', '89109', '3190 S Maryland Pkwy'),
];
const index = buildFacilityIndex(TARGETS);
const best = (query: Parameters<typeof facilityCandidates>[1]) => facilityCandidates(index, query, 3)[0];

test.each([
  ['shortened, with its place', { name: 'ST ROSE SIENA', city: 'Henderson', state: 'NV', zip: '89052' }, 1],
  ['mistyped and shortened', { name: 'SUNRISE HSPTL & MED CNTR', city: 'LAS VAGAS', state: 'NV' }, 4],
  ['words in another order', { name: 'Hospital General Mercy', city: 'Sacramento', state: 'CA' }, 5],
  ['initials', { name: 'BHMC Conway', state: 'AR' }, 8],
  ['glued', { name: 'unitedhospitalcenterinc', state: 'WV' }, 9],
  ['the state left out', { name: 'Mercy General Hospital', city: 'Sacramento' }, 5],
  ['the kind of care tells two neighbours apart', { name: 'Sunrise Rehab Hosp', city: 'Las Vegas', state: 'NV' }, 10],
])('%s', (_, query, id) => {
  expect(best(query)?.id).toBe(id);
});

test('name, city and zip outweigh a wrong state', () => {
  expect(best({ name: 'Mercy General Hospital', city: 'Sacramento', state: 'NV', zip: '95819' })?.id).toBe(5);
});

test('[M4] two facilities with the same name: low certainty without a place, high certainty with one', () => {
  const [first, second] = facilityCandidates(index, { name: 'Good Samaritan Hospital', state: 'CA' }, 3);
  expect(new Set([first?.id, second?.id])).toEqual(new Set([6, 7]));
  expect(first?.certainty).toBeLessThanOrEqual(50);
  expect(first?.reasons).toContainEqual(expect.objectContaining({ part: 'rivals', detail: { kind: 'rivals', count: 1 } }));
  expect(best({ name: 'Good Samaritan Hospital', city: 'San Jose', state: 'CA' })).toMatchObject({ id: 6 });
  expect(best({ name: 'Good Samaritan Hospital', city: 'San Jose', state: 'CA', zip: '95124' })?.certainty).toBeGreaterThan(90);
});

test('[M4] a facility that is not in the list gets no certain suggestion', () => {
  expect(
    best({ name: 'Kindred Hospital Denver', address: '1920 High St', city: 'Denver', state: 'CO', zip: '80218' })?.certainty ?? 0,
  ).toBeLessThan(30);
  expect(
    best({ name: 'Desert Springs Hospital', address: '2075 E Flamingo Rd', city: 'Laughlin', state: 'NV', zip: '89029' })
      ?.certainty ?? 0,
  ).toBeLessThan(60);
});

test('an empty text and an empty list do not fail', () => {
  expect(facilityCandidates(buildFacilityIndex<number>([]), { name: 'Mercy' }, 3)).toEqual([]);
  expect(facilityCandidates(index, { name: ' ', state: 'NV' }, 3).every(({ certainty }) => certainty < 50)).toBe(true);
});

test('[M7] reasons say which parts agree and which do not, for the name word by word', () => {
  const reasons =
    best({ name: 'ST ROSE DOMNICAN HOSP SIENA EAST', address: '99 St Rose Pkwy', city: 'Henderson', state: 'NV', zip: '89052' })
      ?.reasons ?? [];
  expect(Object.fromEntries(reasons.map(({ part, agrees }) => [part, Math.round(agrees)]))).toMatchObject({
    name: 1,
    'street number': 0,
    street: 1,
    city: 1,
    zip: 1,
  });
  expect(reasons.find(({ part }) => part === 'name')?.detail).toEqual({
    kind: 'words',
    matches: [
      { source: 'st', target: 'st', how: 'same' },
      { source: 'rose', target: 'rose', how: 'same' },
      { source: 'domnican', target: 'dominican', how: 'similar' },
      { source: 'hosp', target: 'hospital', how: 'abbreviation' },
      { source: 'siena', target: 'siena', how: 'same' },
    ],
    onlySource: ['east'],
    onlyTarget: [],
  });
  const weights = reasons.map(({ weight }) => Math.abs(weight));
  expect(weights).toEqual([...weights].sort((a, b) => b - a));
});

test('[M3] what the customer chose for this text comes first, in any spelling', () => {
  const learned = learnFacilities([{ source: { name: 'Good Sam. Hosp.', state: 'CA' }, target: 7, times: 3 }]);
  const [first, second] = facilityCandidates(index, { name: 'GOOD SAM HOSPITAL', state: 'California' }, 2, learned);
  expect(first).toMatchObject({ id: 7, reasons: [{ part: 'history', detail: { kind: 'history', times: 3 } }] });
  expect(first?.certainty).toBeGreaterThanOrEqual(98);
  expect(second?.certainty).toBeLessThan(3);
});

test('a text mapped to two targets equally often is remembered as neither', () => {
  const source = { name: 'Good Samaritan Hospital', state: 'CA' };
  const learned = learnFacilities([
    { source, target: 6, times: 1 },
    { source, target: 7, times: 1 },
  ]);
  expect(facilityCandidates(index, source, 1, learned)[0]?.certainty).toBeLessThanOrEqual(50);
});

test('a facility that was added, replaced or removed is found or not found accordingly, and nothing else changes', () => {
  const changing = buildFacilityIndex(TARGETS);
  const query = { name: 'Spring Valley Hospital', city: 'Las Vegas', state: 'NV' };
  const first = () => facilityCandidates(changing, query, 1)[0];
  const before = first();
  addFacility(changing, facility(11, 'Spring Valley Hospital', 'Las Vegas', 'NV', '89118'));
  expect(first()?.id).toBe(11);
  addFacility(changing, facility(11, 'Quiet Oaks Clinic', 'Reno', 'NV', '89501'));
  expect(first()?.id).not.toBe(11);
  removeFacility(changing, 11);
  removeFacility(changing, 12);
  expect(first()).toEqual(before);
  for (const { id } of TARGETS.filter(({ state }) => state === 'NV')) removeFacility(changing, id);
  expect(facilityCandidates(changing, query, 5).every(({ certainty }) => certainty < 30)).toBe(true);
});
