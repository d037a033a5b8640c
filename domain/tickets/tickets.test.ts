import { expect, test } from 'vitest';
import { aQuestion } from '#tests/support/factories/ticket-factory.ts';
import { firstAnswerDue, firstAnswerState } from './first-answer.ts';
import { missingAnswers } from './question-problems.ts';
import { isUnread, levelNumber, listedDescription, statusNumber, waitsForProvider } from './ticket-words.ts';

const { fields } = aQuestion();
const filled = (...ids: number[]) => ids.map((fieldId) => ({ fieldId, value: 'x' }));

test.each([
  ['nothing', [], ['Job ID or Link', 'Expected']],
  ['one field of the group', filled(2), ['Expected']],
  ['the field outside the group', filled(3), ['Job ID or Link']],
  ['both', filled(1, 3), []],
  ['an optional one alone', filled(4), ['Job ID or Link', 'Expected']],
  [
    'blanks',
    [
      { fieldId: 1, value: '  ' },
      { fieldId: 3, value: '' },
    ],
    ['Job ID or Link', 'Expected'],
  ],
])('[3:114, 3:115] with %s filled, the missing ones are named', (_, answers, missing) => {
  expect(missingAnswers(fields, answers).map(({ name }) => name)).toEqual(missing);
});

test('[3:115] a group of optional fields asks for nothing, and required 1 inside a group does not count alone', () => {
  const inGroup = (required: 0 | 1) => [
    { id: 1, name: 'a', group: 'g', required },
    { id: 2, name: 'b', group: 'g', required: 0 as const },
  ];
  expect(missingAnswers(inGroup(0), [])).toEqual([]);
  expect(missingAnswers(inGroup(1), [])).toEqual([]);
});

test('[4:353] a description in a list has at most 100 characters, on one line, and no half of a character', () => {
  expect(listedDescription('a\n b')).toBe('a b');
  expect(listedDescription('x'.repeat(100))).toHaveLength(100);
  expect(listedDescription('x'.repeat(101))).toBe(`${'x'.repeat(99)}…`);
  expect(listedDescription(`${'x'.repeat(98)}😀😀`)).toBe(`${'x'.repeat(98)}…`);
});

test('levels and statuses have their documented numbers', () => {
  expect([levelNumber('helpDesk'), levelNumber('support'), statusNumber('open'), statusNumber('closed')]).toEqual([1, 2, 1, 2]);
});

const lastAnswer = { at: '2026-11-21T12:00:00.000Z', by: 'Dana', fromProvider: true };
test.each([
  ['no answer', null, { isProvider: false, seenAt: null }, false],
  ['an answer of the other side', lastAnswer, { isProvider: false, seenAt: null }, true],
  ['one that was seen', lastAnswer, { isProvider: false, seenAt: lastAnswer.at }, false],
  ['one after the last visit', lastAnswer, { isProvider: false, seenAt: '2026-11-21T11:00:00.000Z' }, true],
  ['one of the own side', lastAnswer, { isProvider: true, seenAt: null }, false],
])('with %s, a ticket is unread or not', (_, answer, reader, unread) => {
  expect(isUnread({ lastAnswer: answer }, reader)).toBe(unread);
});

test('the first answer is due by the priority, and says whether it came in time', () => {
  const at = Date.parse('2026-11-21T12:00:00.000Z');
  const hour = 3_600_000;
  expect((['urgent', 'high', 'normal', 'low'] as const).map((each) => (firstAnswerDue(at, each) - at) / hour)).toEqual([
    1, 4, 24, 72,
  ]);
  expect(firstAnswerState({ dueAt: at, at: null }, at)).toBe('waiting');
  expect(firstAnswerState({ dueAt: at, at: null }, at + 1)).toBe('overdue');
  expect(firstAnswerState({ dueAt: at, at }, at + hour)).toBe('inTime');
  expect(firstAnswerState({ dueAt: at, at: at + 1 }, at)).toBe('late');
});

test.each([
  ['a new ticket', 'open', null, true],
  ['one that the customer answered last', 'open', false, true],
  ['one that the provider answered last', 'open', true, false],
  ['a closed one', 'closed', false, false],
] as const)('%s waits for the provider as it should', (_name, status, fromProvider, waits) => {
  const lastAnswer = fromProvider === null ? null : { at: '2026-11-01T00:00:00.000Z', by: 'Ann', fromProvider };
  expect(waitsForProvider({ status, lastAnswer })).toBe(waits);
});
