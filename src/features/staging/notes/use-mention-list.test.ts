import { expect, test } from 'vitest';
import { listKey, peopleFor } from './use-mention-list.ts';

const people = ['Ann Reyes', 'Ben Ortiz', 'Marcus Bell'].map((name, i) => ({ id: i + 1, name }));
const names = (text: string, caret = text.length) => peopleFor({ text, caret, people }).map(({ name }) => name);

test('@ lists everyone, and each letter after it fewer people; nothing is listed outside of a mention', () => {
  expect(names('Ask @')).toEqual(['Ann Reyes', 'Ben Ortiz', 'Marcus Bell']);
  expect(names('Ask @b')).toEqual(['Ben Ortiz', 'Marcus Bell']);
  expect(names('Ask @ann re')).toEqual(['Ann Reyes']);
  expect(names('Ask @zoe')).toEqual([]);
  expect(names('Ask @ann', 3)).toEqual([]);
  expect(names('Ask @*')).toEqual(['Ann Reyes', 'Ben Ortiz', 'Marcus Bell']);
});

test('arrows go round the list, Enter and Tab choose, Escape closes it, and other keys are typed', () => {
  expect(listKey('ArrowDown', 2, 3)).toEqual({ to: 0 });
  expect(listKey('ArrowUp', 0, 3)).toEqual({ to: 2 });
  expect(['Enter', 'Tab'].map((key) => listKey(key, 1, 3))).toEqual(['choose', 'choose']);
  expect(listKey('Escape', 1, 3)).toBe('close');
  expect(listKey('a', 1, 3)).toBeNull();
});
