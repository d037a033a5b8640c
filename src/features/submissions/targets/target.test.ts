import { expect, test } from 'vitest';
import { readSubmissionTarget, saveSubmissionTarget } from '#contract/submissions/targets.ts';
import { unread } from '#src/entities/submission/unread.ts';
import { capabilityLabels, contentOf, flatProblems } from './target.ts';

const target = readSubmissionTarget.reply.parse(readSubmissionTarget.example);

test('a form saves a target as it is, with its own part changed, and sends nothing that the call does not take', () => {
  const sent = saveSubmissionTarget.args.strict().parse({ ...contentOf(target), name: 'Bullhorn West' });
  expect(sent).toMatchObject({ id: target.id, name: 'Bullhorn West', settings: target.settings, secret: '' });
});

test('problems of nested settings are shown at their fields', () => {
  expect(flatProblems({ 'settings.errorField': 'Use at most 1,000 characters', name: 'Enter a name' })).toEqual({
    errorField: 'Use at most 1,000 characters',
    name: 'Enter a name',
  });
});

test('everything that a system may be able to do has a label', () => {
  expect(capabilityLabels.map(([key]) => key).toSorted()).toEqual(Object.keys(target.can).toSorted());
});

test('4:340 a target that cannot be read says so in the documented words, with the reason', () => {
  expect(unread('target', 'Try again.')).toBe('Failed to retrieve Submission Target. Try again.');
  expect(unread('targets', 'Try again.')).toBe('Failed to retrieve Submission Targets. Try again.');
  expect(unread('choices', 'Try again.')).toBe('Failed to retrieve target list. Try again.');
  expect(unread('lists', null)).toBeNull();
});
