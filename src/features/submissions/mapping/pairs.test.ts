import { expect, test } from 'vitest';
import { acceptPairMappings, proposePairMappings } from '#contract/submissions/mapping.ts';
import { shortExample } from '#contract/submissions/targets.ts';
import { aPairStep } from '#tests/support/factories/submission-factory.ts';
import type { HeldStep } from './held-pairs.ts';
import {
  areAllChosen,
  chosen,
  chosenSteps,
  distinct,
  mappedCounts,
  mappedLine,
  missingSteps,
  noChoices,
  openProposals,
  proposedLine,
  specialtiesFor,
  stepProblems,
  stepsOf,
  withProposed,
} from './pairs.ts';

const [proposal] = proposePairMappings.reply.parse(proposePairMappings.example).rows;
if (!proposal) throw new Error('the example of the contract has a row');
const names = { degree: 'Nurse', specialty: 'ICU', jrDegree: 'RN', jrSpecialty: 'ICU' };
const held = (over: Parameters<typeof aPairStep>[0]): HeldStep => ({ ...aPairStep(over), ...names });
const from = held({ id: 51, side: 'from', targetId: 3, degreeId: 11, specialtyId: 21 });
const to = held({ id: 52, targetId: 5, degreeId: 61, specialtyId: 71 });
const destination = { ...shortExample, id: 5, name: 'Coastal Trio' };
const between = { source: shortExample, destination, sources: [], destinations: [] };

test('4:191 a mapping can be added once all six choices are made, and not before', () => {
  const all = { fromDegree: '11', fromSpecialty: '21', jrDegree: '1', jrSpecialty: '101', toDegree: '61', toSpecialty: '71' };
  expect(areAllChosen(all)).toBe(true);
  for (const key of Object.keys(all)) {
    expect(areAllChosen({ ...all, [key]: '' })).toBe(false);
    expect(areAllChosen({ ...all, [key]: '0' })).toBe(false);
  }
});

test('a pair of the source brings the steps that the matcher proposes, and keeps what a person chose', () => {
  const degree = chosen(noChoices, 'fromDegree', '11', [proposal]);
  expect(degree).toEqual({ ...noChoices, fromDegree: '11' });
  const both = chosen(degree, 'fromSpecialty', '21', [proposal]);
  expect(both).toEqual({
    fromDegree: '11',
    fromSpecialty: '21',
    jrDegree: '1',
    jrSpecialty: '101',
    toDegree: '61',
    toSpecialty: '71',
  });
  const own = chosen({ ...degree, jrDegree: '7', jrSpecialty: '8' }, 'fromSpecialty', '21', [proposal]);
  expect(own).toMatchObject({ jrDegree: '7', jrSpecialty: '8', toDegree: '', toSpecialty: '' });
});

test('what is proposed for a pair may arrive after the choice, and does not take the place of one', () => {
  const early = chosen(chosen(noChoices, 'fromDegree', '11', []), 'fromSpecialty', '21', []);
  expect(early).toMatchObject({ jrDegree: '', toDegree: '' });
  expect(withProposed(early, [proposal])).toMatchObject({ jrDegree: '1', jrSpecialty: '101', toDegree: '61', toSpecialty: '71' });
  expect(withProposed({ ...early, jrDegree: '7' }, [proposal])).toMatchObject({ jrDegree: '7', jrSpecialty: '', toDegree: '' });
  expect(withProposed(noChoices, [proposal])).toBe(noChoices);
});

test('another degree clears the specialty of its side only', () => {
  const all = { fromDegree: '11', fromSpecialty: '21', jrDegree: '1', jrSpecialty: '101', toDegree: '61', toSpecialty: '71' };
  expect(chosen(all, 'toDegree', '62', [])).toEqual({ ...all, toDegree: '62', toSpecialty: '' });
  expect(chosen(all, 'jrDegree', '2', [])).toEqual({ ...all, jrDegree: '2' });
  expect(chosen(all, 'fromDegree', '11', [])).toEqual(all);
});

test('accepting a proposal stores the steps that are missing, each once', () => {
  const line = proposedLine(proposal);
  const steps = stepsOf(line, 3, 5);
  expect(acceptPairMappings.args.parse({ cust: 1, steps }).steps.map(({ targetId, side }) => [targetId, side])).toEqual([
    [3, 'from'],
    [5, 'to'],
  ]);
  expect(distinct([...steps, ...steps])).toHaveLength(2);
  expect(stepsOf(proposedLine({ ...proposal, isSourceMapped: true }), 3, 5).map(({ side }) => side)).toEqual(['to']);
  expect(stepsOf(proposedLine({ ...proposal, target: null }), 3, 5).map(({ side }) => side)).toEqual(['from']);
});

test('a proposal is as certain as its weaker step that no person decided about', () => {
  expect(proposedLine(proposal).both).toBe(97);
  expect(proposedLine({ ...proposal, isTargetMapped: true }).both).toBe(99);
  expect(proposedLine({ ...proposal, target: null }).both).toBe(0);
});

test('a row of the mapping leaves the text of a missing step blank', () => {
  expect(mappedLine({ source: from, target: to })).toMatchObject({
    source: 'Nurse / ICU',
    jr: 'RN / ICU',
    target: 'Nurse / ICU',
  });
  expect(mappedLine({ source: null, target: to })).toMatchObject({ source: '', jr: 'RN / ICU', key: '0/52' });
});

test('the specialties of a degree are its own and those of no degree', () => {
  const one = { id: 1, name: 'ICU', degreeId: 11 };
  const specialties = [one, { ...one, id: 2, degreeId: 0 }, { ...one, id: 3, degreeId: 12 }];
  expect(specialtiesFor({ specialties }, '11').map(({ id }) => id)).toEqual([1, 2]);
  expect(specialtiesFor({ specialties }, '')).toEqual([]);
});

test('proposals are those that the steps of the device leave open', () => {
  const open = (...steps: HeldStep[]) => openProposals([proposal], { steps });
  expect(open()).toEqual([proposal]);
  expect(open(from, to)).toEqual([]);
  expect(open(from)).toMatchObject([{ isSourceMapped: true, certainty: 100, target: { degreeId: 61 }, targetCertainty: 97 }]);
  expect(open(to)).toMatchObject([{ isSourceMapped: false, isTargetMapped: true, targetCertainty: 100 }]);
  expect(open({ ...from, jrDegreeId: 9, jrDegree: 'LPN' })).toMatchObject([{ jrDegreeId: 9, jrDegree: 'LPN', target: null }]);
  expect(openProposals([{ ...proposal, isSourceMapped: true }], { steps: [] })).toEqual([]);
  expect(openProposals([{ ...proposal, isTargetMapped: true }], { steps: [] })).toMatchObject([{ target: null }]);
});

test('a specialty of the source is mapped once it has both steps', () => {
  const lists = { degrees: [], specialties: [21, 22].map((id) => ({ id, name: 'ICU', degreeId: 11 })) };
  const counts = (rows: { source: HeldStep | null; target: HeldStep | null }[]) =>
    mappedCounts({ from: lists, jr: lists, to: lists, steps: [], rows });
  expect(counts([{ source: from, target: to }])).toEqual({ total: 2, mapped: 1 });
  expect(counts([{ source: from, target: null }])).toEqual({ total: 2, mapped: 0 });
});

test('six choices add the steps that are missing, and a second step for a pair is refused by what the first one says', () => {
  const choices = { fromDegree: '11', fromSpecialty: '21', jrDegree: '1', jrSpecialty: '101', toDegree: '61', toSpecialty: '71' };
  const steps = chosenSteps(choices, between);
  expect(steps.map(({ targetId, side }) => [targetId, side])).toEqual([
    [3, 'from'],
    [5, 'to'],
  ]);
  expect(missingSteps(steps, { steps: [from] }).map(({ side }) => side)).toEqual(['to']);
  expect(stepProblems(steps, { steps: [from] }, between)).toEqual({});
  expect(stepProblems(steps, { steps: [from, to] }, between)).toEqual({ '': 'It is there already' });
  expect(
    stepProblems(
      steps,
      {
        steps: [
          { ...from, jrDegreeId: 9 },
          { ...to, degreeId: 62 },
        ],
      },
      between,
    ),
  ).toEqual({
    fromDegree: expect.stringMatching(/^Nurse \/ ICU of .* is mapped to RN \/ ICU of Jobdock already/),
    jrDegree: 'RN / ICU of Jobdock is mapped to Nurse / ICU of Coastal Trio already. Delete that mapping first.',
  });
});
