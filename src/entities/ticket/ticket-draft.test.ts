import { expect, test } from 'vitest';
import { messages } from '#contract/kit/messages.ts';
import { aQuestion } from '#tests/support/factories/ticket-factory.ts';
import { answersOf, draftOf, prefillOf } from './ticket-draft.ts';

const filled = {
  customerName: 'North',
  email: 'ann+bills@agency.health',
  phone: '',
  questionId: '1',
  answers: { 1: 'HV-1', 3: '78' },
  comment: 'Wrong',
};
const problems = (over: object) =>
  (draftOf([aQuestion()]).safeParse({ ...filled, ...over }).error?.issues ?? []).map(({ path, message }) => [
    path.join('.'),
    message,
  ]);

test('a complete draft is taken, and a blank phone is none', () => {
  expect(problems({})).toEqual([]);
  expect(draftOf([aQuestion()]).parse(filled).phone).toBeNull();
});

test.each([
  [{ email: 'ann' }, 'email', messages.ticketEmail],
  [{ questionId: '' }, 'questionId', messages.ticketQuestionRequired],
  [{ comment: '  ' }, 'comment', messages.ticketCommentRequired],
  [{ answers: { 1: 'HV-1' } }, 'answers.3', messages.ticketFieldRequired({ name: 'Expected' })],
  [{ answers: { 3: '78' } }, 'answers.1', messages.ticketFieldRequired({ name: 'Job ID or Link' })],
])('[3:112 to 3:116] %j is refused with its message', (over, field, message) => {
  expect(problems(over)).toEqual([[field, message]]);
});

test('only filled answers to the question’s own fields are sent, under their present names', () => {
  expect(answersOf(aQuestion(), { 1: ' HV-1 ', 2: '', 99: 'x' })).toEqual([{ fieldId: 1, name: 'Job ID', value: 'HV-1' }]);
});

test('[3:40] the address fills in the question and its fields', () => {
  const params = new URLSearchParams('questionId=2&f-1=HV-1&f-x=no&f-22=%3Cb%3E');
  expect(prefillOf(params)).toEqual({ questionId: '2', answers: { 1: 'HV-1', 22: '<b>' } });
});
