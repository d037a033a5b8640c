import { expect, test } from 'vitest';
import { acceptPairMappings, listPairMappings, proposePairMappings } from '#contract/submissions/mapping.ts';
import { areAllChosen, chosen, distinct, mappedLine, noChoices, proposedLine, specialtiesFor, stepsOf } from './pairs.ts';

const [proposal] = proposePairMappings.reply.parse(proposePairMappings.example).rows;
const [mapped] = listPairMappings.reply.parse(listPairMappings.example);
if (!proposal || !mapped) throw new Error('the examples of the contract have a row each');

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
  expect(mappedLine(mapped)).toMatchObject({ source: 'RN / ICU', jr: 'RN / ICU', target: 'RN / ICU' });
  expect(mappedLine({ source: null, target: mapped.target })).toMatchObject({ source: '', jr: 'RN / ICU', key: '0/52' });
});

test('the specialties of a degree are its own and those of no degree', () => {
  const one = { id: 1, extId: '1', name: 'ICU', degree: 'RN', degreeId: 11 };
  const specialties = [one, { ...one, id: 2, degreeId: 0, degree: '' }, { ...one, id: 3, degreeId: 12 }];
  expect(specialtiesFor({ specialties }, '11').map(({ id }) => id)).toEqual([1, 2]);
  expect(specialtiesFor({ specialties }, '')).toEqual([]);
});
