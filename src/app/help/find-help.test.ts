import { expect, test } from 'vitest';
import { screens } from '../screens/screens.ts';
import { findHelp, topicsFor } from './find-help.ts';
import { helpTopics } from './help-topics.ts';

test('every screen after sign-in has exactly one topic, and every topic names screens that exist', () => {
  const told = helpTopics.flatMap((topic) => topic.screens);
  const inside = screens.filter(({ row }) => row !== null).map(({ id }) => id);
  expect(told.toSorted()).toEqual(inside.toSorted());
});

test('every topic says what its screen is for and answers at least one question', () => {
  for (const { title, about, how } of helpTopics) {
    expect(about, title).toMatch(/\w.*\.$/s);
    expect(how.length, title).toBeGreaterThan(0);
    for (const { ask, answer } of how) expect(answer, ask).toMatch(/\.$/);
  }
});

const firstAnswer = (typed: string) => findHelp(helpTopics, typed)[0]?.how[0]?.ask;

test.each([
  ['how do I hold a job', 'Hold or release a job'],
  ['undo', 'Undo a change'],
  ['cancel order', 'Cancel or reopen orders'],
  ['lost tablet', 'A laptop or tablet was lost'],
  ['auto post', 'Post the jobs of a source automatically'],
  ['post automatically', 'Post the jobs of a source automatically'],
  ['offline', 'Work offline'],
  ['upload csv', 'Upload a file'],
  ['conflict', 'Resolve a conflict'],
  ['dark theme', 'Use the dark theme'],
  ['margin rule', 'Use the margin in a rule'],
  ['why certainty', 'Read certainty'],
])('"%s" finds "%s"', (typed, ask) => {
  expect(firstAnswer(typed)).toBe(ask);
});

test('words that name a topic find all of it', () => {
  const [topic] = findHelp(helpTopics, 'pay setup');
  expect(topic?.how).toHaveLength(helpTopics.find(({ title }) => title === 'Pay setup')?.how.length ?? 0);
});

test('a topic is for those who may open one of its screens', () => {
  const titles = topicsFor(helpTopics, (screen) => screen === 'mapShifts').map(({ title }) => title);
  expect(titles).toEqual(['Everywhere', 'Mapping']);
});
