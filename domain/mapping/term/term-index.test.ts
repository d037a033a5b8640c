import { describe, expect, test } from 'vitest';
import { buildTermIndex, learnedTermKey, termCandidates } from './term-index.ts';
import type { TermTarget } from './term-types.ts';

const named = (names: readonly string[]): TermTarget[] => names.map((name) => ({ id: name, name }));

const DEGREES = buildTermIndex(
  'degree',
  named([
    'RN',
    'LPN/LVN',
    'CNA',
    'Physical Therapist',
    'Occupational Therapist',
    'Speech Language Pathologist',
    'Respiratory Therapist',
    'Surgical Technologist',
    'Surgical First Assistant',
    'Radiologic Technologist',
  ]),
);

describe('[M8] degrees are found by their usual abbreviations and spellings', () => {
  test.each([
    ['Registered Nurse', 'RN'],
    ['REGISTED NURSE', 'RN'],
    ['LVN', 'LPN/LVN'],
    ['Licensed Vocational Nurse', 'LPN/LVN'],
    ['Certified Nursing Assistant (CNA)', 'CNA'],
    ['PT', 'Physical Therapist'],
    ['OTR', 'Occupational Therapist'],
    ['SLP', 'Speech Language Pathologist'],
    ['RRT', 'Respiratory Therapist'],
    ['CST', 'Surgical Technologist'],
    ['Scrub Tech', 'Surgical Technologist'],
    ['CSFA', 'Surgical First Assistant'],
    ['X-Ray Tech', 'Radiologic Technologist'],
  ])('%s -> %s', (text, id) => {
    const [first] = termCandidates(DEGREES, { text }, 1);
    expect(first?.id).toBe(id);
    expect(first?.certainty).toBeGreaterThan(70);
  });
});

const SPECIALTIES = buildTermIndex('specialty', [
  { id: 1, name: 'ICU RN', degree: 'RN' },
  { id: 2, name: 'Med Surg Tele RN', degree: 'RN' },
  { id: 3, name: 'Telemetry RN', degree: 'RN' },
  { id: 4, name: 'L&D RN', degree: 'RN' },
  { id: 5, name: 'PACU RN', degree: 'RN' },
  { id: 6, name: 'LTC', degree: 'RN' },
  { id: 7, name: 'LTC', degree: 'LPN/LVN' },
  { id: 8, name: 'IMC', degree: 'RN' },
  { id: 9, name: 'PCU', degree: 'RN' },
  { id: 10, name: 'Neuro ICU RN', degree: 'RN' },
]);
const specialty = (text: string, degree = 'Registered Nurse') => termCandidates(SPECIALTIES, { text, degree }, 3);

describe('specialties', () => {
  test.each([
    ['Intensive Care Unit', 1],
    ['MS/Tele', 2],
    ['Telemetry', 3],
    ['Labor and Delivery', 4],
    ['Post Anesthesia Care Unit', 5],
    ['Neuro ICU', 10],
  ])('%s', (text, id) => {
    expect(specialty(text)[0]?.id).toBe(id);
  });

  test('[M9] the degree decides between two specialties with the same name', () => {
    expect(specialty('Long Term Care')[0]?.id).toBe(6);
    expect(specialty('Long Term Care', 'LVN / LPN')[0]?.id).toBe(7);
  });

  test('[M9] without the degree both are equal and neither is certain', () => {
    expect(termCandidates(SPECIALTIES, { text: 'LTC' }, 2).map(({ certainty }) => certainty <= 50)).toEqual([true, true]);
  });

  test('of two names with the same meaning, the one with the same spelling comes first', () => {
    expect(specialty('PCU')[0]?.id).toBe(9);
    expect(specialty('IMC')[0]?.id).toBe(8);
  });

  test('a text that fits nothing is certain of nothing', () => {
    expect(specialty('Forklift Operator')[0]?.certainty).toBeLessThan(20);
  });

  test('[M7] reasons name the specialty and the degree, and mark what an abbreviation means', () => {
    const reasons = specialty('Intensive Care Unit')[0]?.reasons ?? [];
    expect(reasons.find(({ part }) => part === 'specialty')?.detail).toMatchObject({
      matches: [{ source: 'intensive care unit', target: 'icu', how: 'abbreviation' }],
    });
    expect(reasons.find(({ part }) => part === 'degree')).toMatchObject({
      agrees: 1,
      detail: { source: 'Registered Nurse', target: 'RN' },
    });
  });
});

test('a text mapped before comes first, and its words help similar texts', () => {
  const query = { text: 'Nurse Extern Summer Program' };
  const learned = new Map([[learnedTermKey({ text: 'NURSE EXTERN - SUMMER PROGRAM' }), 'CNA']]);
  expect(termCandidates(DEGREES, query, 2, learned)[0]).toMatchObject({ id: 'CNA', certainty: 98 });

  const targets = named(['Patient Support', 'Administration']);
  const plain = buildTermIndex('degree', targets);
  const taught = buildTermIndex('degree', targets, [{ text: 'Bedside Sitter Program', target: 'Patient Support' }]);
  const certaintyIn = (index: typeof plain) =>
    termCandidates(index, { text: 'Bedside Sitter' }, 2).find(({ id }) => id === 'Patient Support')?.certainty ?? 0;
  expect(certaintyIn(taught)).toBeGreaterThan(certaintyIn(plain));
});
