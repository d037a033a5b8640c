import { describe, expect, test } from 'vitest';
import { facilityNames } from './facility-name.ts';

const words = (text: string, state = ''): string =>
  facilityNames(text, state)[0]
    ?.map(({ word }) => word)
    .join(' ') ?? '';

describe('two spellings of one name give the same words', () => {
  test.each([
    ['ST LUKES HOSP', "Saint Luke's Hospital"],
    ['MT SINAI MED CTR', 'Mount Sinai Medical Center'],
    ['REG MEML HSPTL', 'Regional Memorial Hospital'],
    ['ACME HEALTH CARE, LLC', 'Acme Healthcare Inc.'],
    ['VAMC DAYTON', 'Veterans Affairs Medical Center Dayton'],
    ['CHILDREN S HOSPITAL', "Children's Hospital"],
    ['THE HOSPITAL AT WESTLAKE', 'Westlake Hospital'],
    ['CEDAR N W HOSPITAL', 'Cedar Northwest Hospital'],
    ['MERCY HOSPITAL II', 'Mercy Hospital 2'],
    ['HÔPITAL GÉNÉRAL', 'Hopital General'],
    ['1225122047 UNITY HOSPITAL', 'Unity Hospital'],
  ])('%s = %s', (a, b) => {
    expect(words(a).split(' ').sort()).toEqual(words(b).split(' ').sort());
  });
});

test("a state's own abbreviation is expanded in that state only", () => {
  expect(words('BAPTIST NORTH MS', 'MS')).toBe('baptist north mississippi');
  expect(words('BAPTIST NORTH MS', 'TX')).toBe('baptist north ms');
});

test.each(['ACME LLC DBA SUNRISE HOSPITAL', 'ACME LLC d/b/a Sunrise Hospital', 'ACME LLC (SUNRISE HOSPITAL)'])(
  'the current and the legal name are two names: %s',
  (text) => {
    const names = facilityNames(text, '').map((name) => name.map(({ word }) => word).join(' '));
    expect(names[0]).toBe('acme sunrise hospital');
    expect(names).toContain('sunrise hospital');
  },
);

test('a former name is a second name', () => {
  expect(facilityNames('Unity Health FKA Mercy General Hospital', '').map((name) => name.length)).toEqual([5, 2, 3]);
});

test('a name of silent words only keeps them', () => {
  expect(words('The Corporation')).toBe('the corporation');
});
