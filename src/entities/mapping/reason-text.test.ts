import { expect, test } from 'vitest';
import { defaultNames } from '#domain/job-list/field-names.ts';
import type { Reason } from '#domain/mapping/candidate/candidate.ts';
import { headline, reasonLine, whyNotHigher } from './reason-text.ts';

const city = (agrees: number): Reason => ({
  part: 'city',
  agrees,
  weight: agrees ? 2 : -3,
  detail: { kind: 'values', source: 'Henderson', target: agrees ? 'Henderson' : 'Las Vegas' },
});
const rivals: Reason = { part: 'rivals', agrees: 0, weight: -1, detail: { kind: 'rivals', count: 2 } };
const name: Reason = {
  part: 'name',
  agrees: 0.5,
  weight: 4,
  detail: { kind: 'words', matches: [], onlySource: ['SIENA'], onlyTarget: ['Dominican'] },
};

test('a part that differs names both values, and one that agrees names it once', () => {
  expect(reasonLine(city(1), defaultNames).words).toBe('Henderson');
  expect(reasonLine(city(0), defaultNames)).toMatchObject({ words: 'Henderson, in the ATS Las Vegas', speaks: 'against' });
});

test('the reasons against list the strongest first and nothing in favor', () => {
  expect(whyNotHigher([name, rivals, city(0)], defaultNames)).toEqual([
    'City differs: Henderson, in the ATS Las Vegas.',
    '2 other values are nearly as likely.',
    'Name: only the vendor says SIENA, only the ATS says Dominican.',
  ]);
  expect(whyNotHigher([city(1)], defaultNames)).toEqual([]);
});

test('a value that only one side has is described as such, not as a difference', () => {
  const care = (source: string, target: string): Reason => ({
    part: 'kind of care',
    agrees: 0,
    weight: -2,
    detail: { kind: 'values', source, target },
  });
  expect(reasonLine(care('', 'rehabilitation'), defaultNames).words).toBe('only the ATS says rehabilitation');
  expect(whyNotHigher([care('hospice', '')], defaultNames)).toEqual(['Kind of care: only the vendor says hospice.']);
});

test('the headline says what agrees and what differs, or that it was chosen before', () => {
  expect(headline([name, city(1)], defaultNames)).toBe('same city');
  expect(headline([name, city(0)], defaultNames)).toBe('different city');
  const before: Reason = { part: 'history', agrees: 1, weight: 4, detail: { kind: 'history', times: 14 } };
  expect(headline([before, city(0)], defaultNames)).toBe('chosen 14 times before');
});
