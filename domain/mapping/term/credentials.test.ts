import { describe, expect, test } from 'vitest';
import { autoAcceptCertainty } from '../text/value-key.ts';
import { buildTermIndex, termCandidates } from './term-index.ts';

/** The list has one value of the unit, of another credential, and nothing else that is similar. */
const onlyOther = (name: string, degree?: string) =>
  buildTermIndex('specialty', [
    { id: 'other', name, degree },
    { id: 'far', name: 'Sterile Processing Technician', degree: undefined },
  ]);
const best = (name: string, text: string, degrees: readonly [ours?: string, theirs?: string] = []) => {
  const [first] = termCandidates(onlyOther(name, degrees[0]), { text, degree: degrees[1] }, 1);
  return { certainty: first?.certainty ?? 0, against: first?.reasons.find(({ part }) => part === 'credential')?.detail };
};

describe('[M10] another credential is never mapped automatically, however similar the rest is', () => {
  test.each([
    ['CRT NICU', 'RRT-NICU'],
    ['LPN ICU', 'RN ICU'],
    ['RN Telemetry', 'LVN Telemetry'],
    ['PTA Home Health', 'PT Home Health'],
    ['COTA Home Health', 'OTR Home Health'],
    ['OT Acute Care', 'Occupational Therapy Assistant Acute Care'],
    ['Speech Language Pathologist Schools', 'SLPA Schools'],
    ['CNA Med Surg', 'RN Med Surg'],
    ['NP Oncology', 'PA Oncology'],
    ['MLT Laboratory', 'MLS Laboratory'],
  ])('%s for %s', (name, text) => {
    const { certainty, against } = best(name, text);
    expect(certainty).toBeLessThan(50);
    expect(against).toMatchObject({ kind: 'values' });
  });

  test('also if only the degree names it', () => {
    expect(best('ICU', 'ICU', ['LPN/LVN', 'Registered Nurse'])).toMatchObject({
      against: { source: 'registered nurse', target: 'lpn' },
    });
    const graded = best('CRT NICU', 'RRT-NICU', ['Respiratory Therapist', 'Respiratory Therapist']);
    expect(graded.certainty).toBeLessThan(50);
    expect(graded.against).toMatchObject({ source: 'rrt', target: 'crt' });
  });
});

describe('the same credential, an unspecified one, or one of several is no conflict', () => {
  test.each([
    ['RRT NICU', 'RRT-NICU'],
    ['Respiratory Therapist NICU', 'RRT NICU'],
    ['RRT/CRT NICU', 'CRT NICU'],
    ['LPN/LVN ICU', 'LVN ICU'],
    ['RN ICU', 'RN/LPN ICU'],
    ['NICU', 'RRT NICU'],
    ['RN ICU', 'Registered Nurse ICU'],
    ['Physical Therapist Home Health', 'PT Home Health'],
  ])('%s for %s', (name, text) => {
    expect(best(name, text).against).toBeUndefined();
  });

  test('and may be certain', () => {
    expect(best('RRT NICU', 'RRT-NICU').certainty).toBeGreaterThanOrEqual(autoAcceptCertainty);
  });

  test('a text of another credential that people mapped to a value becomes one more name of that value', () => {
    const taught = buildTermIndex('specialty', [{ id: 1, name: 'CRT NICU' }], [{ text: 'RRT NICU', target: 1 }]);
    const [first] = termCandidates(taught, { text: 'RRT NICU Nights' }, 1);
    expect(first?.reasons.map(({ part }) => part)).not.toContain('credential');
  });
});
