import { expect, test } from 'vitest';
import { aPairStep } from '#tests/support/factories/submission-factory.ts';
import { isSameStep, jrKey, mappedBetween, rivalStep, rivalStepProblem, stepProblem } from './pair-steps.ts';

const facts = { degree: true, specialty: true, within: true, jrDegree: true, jrSpecialty: true };

test('a step names what its lists do not have, in the order of its fields', () => {
  expect(stepProblem(facts)).toBeNull();
  const fields = (['degree', 'specialty', 'within', 'jrDegree', 'jrSpecialty'] as const).map(
    (fact) => stepProblem({ ...facts, [fact]: false })?.field,
  );
  expect(fields).toEqual(['degreeId', 'specialtyId', 'specialtyId', 'jrDegreeId', 'jrSpecialtyId']);
});

test('a source has one step for a pair of its entries, a destination one for a pair of Jobdock', () => {
  const from = aPairStep({ side: 'from' });
  expect(rivalStep({ ...from, id: -5, jrDegreeId: 9 }, [from])?.id).toBe(181);
  expect(rivalStep({ ...from, id: -5, degreeId: 9 }, [from])).toBeUndefined();
  const to = aPairStep();
  expect(rivalStep({ ...to, id: -5, degreeId: 9 }, [to])?.id).toBe(181);
  expect(rivalStep({ ...to, id: -5, jrDegreeId: 9 }, [to])).toBeUndefined();
  expect(rivalStep(to, [to])).toBeUndefined();
  expect(rivalStep({ ...to, id: -5, targetId: 151 }, [to, from])).toBeUndefined();
});

test('a second step is refused by what the first one says', () => {
  const names = { degree: 'Nurse', specialty: 'ICU', jrDegree: 'RN', jrSpecialty: '' };
  expect(rivalStepProblem('Our Bullhorn', { side: 'from', ...names })).toEqual({
    field: 'degreeId',
    message: 'Nurse / ICU of Our Bullhorn is mapped to RN of Jobdock already. Delete that mapping first.',
  });
  expect(rivalStepProblem('Our Bullhorn', { side: 'to', ...names })).toEqual({
    field: 'jrDegreeId',
    message: 'RN of Jobdock is mapped to Nurse / ICU of Our Bullhorn already. Delete that mapping first.',
  });
});

test('steps say the same if all their entries are the same', () => {
  const step = aPairStep();
  const saved = aPairStep({ id: 9, by: 'Ann', version: 2 });
  expect(isSameStep(step, saved)).toBe(true);
  for (const over of [{ side: 'from' as const }, { degreeId: 9 }, { specialtyId: 0 }, { jrDegreeId: 9 }, { jrSpecialtyId: 0 }])
    expect(isSameStep(step, { ...step, ...over }), JSON.stringify(over)).toBe(false);
});

test('steps of a source meet those of the destination by Jobdock’s pair; the others come last', () => {
  const one = aPairStep({ id: 1, side: 'from' });
  const alone = aPairStep({ id: 2, side: 'from', jrDegreeId: 7 });
  const [met, rest] = [aPairStep({ id: 3 }), aPairStep({ id: 4, jrDegreeId: 8 })];
  expect(mappedBetween([one, alone], [met, rest], jrKey).map(({ source, target }) => [source?.id, target?.id])).toEqual([
    [1, 3],
    [2, undefined],
    [undefined, 4],
  ]);
});
