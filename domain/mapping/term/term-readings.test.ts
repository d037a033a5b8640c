import { describe, expect, test } from 'vitest';
import { spelledAlike } from './spelled-alike.ts';
import { buildTermIndex, termCandidates } from './term-index.ts';

/** Plain names, as many platforms list them: units beside roles, without professions. Ours, not of any one list. */
const PLAIN = [
  'Acute Care',
  'Addiction Medicine',
  'Administrative',
  'Anesthesia',
  'Anesthesia Technician',
  'Behavioral Health',
  'Cardiac Cath Lab',
  'Cath Lab Technologist',
  'Clinic',
  'CVOR',
  'Dialysis',
  'Dialysis Technician',
  'ED - Emergency Department',
  'Family Practice',
  'Gastroenterology',
  'Home Health',
  'ICU - Intensive Care Unit',
  'Internal Medicine',
  'Labor and Delivery',
  'Lactation RN',
  'Licensed Clinical Social Worker',
  'Med Surg',
  'Med Surg / Telemetry',
  'Monitor Technician',
  'Nursing Home',
  'OR - Operating Room',
  'OR Scrub RN',
  'Orthopedics',
  'Pulmonology',
  'Radiology Technician',
  'School Psychologist (Certified)',
  'Skilled Nursing Facility',
  'Stepdown',
  'Telemetry Technician',
  'Vascular Access',
  'Wound Care',
  'X-Ray Technician',
].map((name) => ({ id: name, name }));
const index = buildTermIndex('specialty', PLAIN);
const best = (text: string) => termCandidates(index, { text }, 1)[0];

describe('[M8] against a list of plain names', () => {
  test.each([
    // A profession beside a unit only says who works there.
    ['Stepdown RN', 'Stepdown'],
    ['CVOR RN', 'CVOR'],
    ['OR RN', 'OR - Operating Room'],
    ['Registered Nurse - ICU', 'ICU - Intensive Care Unit'],
    ['ER Physician', 'ED - Emergency Department'],
    ['Family Medicine - NP', 'Family Practice'],
    ['Vascular RN', 'Vascular Access'],
    // A role that the list omits.
    ['Ortho Tech', 'Orthopedics'],
    ['Behavioral Health Tech', 'Behavioral Health'],
    // Compounds, written as one word or as two.
    ['Woundcare', 'Wound Care'],
    ['homehealth', 'Home Health'],
    ['MedSurg Tele', 'Med Surg / Telemetry'],
    ['Step Down', 'Stepdown'],
    ['Cathlab', 'Cardiac Cath Lab'],
    ['Tele metry Tech', 'Telemetry Technician'],
    // Shortened words.
    ['Pulm', 'Pulmonology'],
    ['Gastro', 'Gastroenterology'],
    ['Admin Assistant', 'Administrative'],
    // Fields that are not the same although one includes the other.
    ['Pulmonologist', 'Pulmonology'],
    ['General Medicine', 'Internal Medicine'],
    // Of names that mean the same, the one written alike.
    ['X-Ray Tech', 'X-Ray Technician'],
    ['Monitor Tech', 'Monitor Technician'],
    ['SNF', 'Skilled Nursing Facility'],
  ])('%s -> %s', (text, id) => {
    expect(best(text)?.id).toBe(id);
  });

  test.each([
    'RN or LPN',
    'Nurse Practitioner or Physician Assistant',
    'Certified Nursing Assistant',
    'Aesthetic Nurse Practitioner',
    'Forklift Operator',
    'Maintenance Technician',
  ])('%s is certain of nothing', (text) => {
    expect(best(text)?.certainty).toBeLessThan(50);
  });
});

test.each([
  ['X-Ray Tech', 'X-Ray Technician', 1],
  ['SNF', 'Skilled Nursing Facility', 1],
  ['Psychiatrist', 'Psychiatry', 1],
  ['Psychiatrist', 'Behavioral Health', 0],
  ['', 'ICU', 0],
])('"%s" and "%s" are spelled alike to %d', (a, b, likeness) => {
  expect(spelledAlike(a, b)).toBe(likeness);
});
