import { expect, test } from 'vitest';
import { alertName, countingWords, deliveryProblem, slackWords } from './alert-words.ts';

const slack = { isSet: true, waiting: 0, sent: 1200, failed: 1, inDoubt: 2, problem: null };
const both = [{ bySlack: true, byMail: true }];

test('what keeps messages from arriving is named with its remedy, the most general first', () => {
  const listed = { slack, rows: both, mailRecipients: 1 };
  expect(deliveryProblem(listed)).toBeNull();
  expect(deliveryProblem({ ...listed, slack: { ...slack, isSet: false } })).toContain('Enter a webhook');
  expect(deliveryProblem({ ...listed, mailRecipients: 0 })).toContain('Turn them on in the contact of an administrator');
  expect(deliveryProblem({ ...listed, slack: { ...slack, problem: 'It is archived.' } })).toContain('It is archived.');
  const neither = { slack: { ...slack, isSet: false }, rows: [{ bySlack: false, byMail: false }], mailRecipients: 0 };
  expect(deliveryProblem(neither)).toBeNull();
});

test('figures are read as sentences', () => {
  expect(slackWords(slack)).toBe(
    'Messages to Slack in the last 35 days: 1,200 sent, 0 waiting, 1 failed, 2 sent again in doubt.',
  );
  expect(countingWords({ state: 'quiet', errors: 3, threshold: 10_000 })).toBe('3 of 10,000');
  expect(countingWords({ state: 'alerting', errors: 1037, threshold: 10 })).toBe('Silent, 1,037 more');
});

test('an alert is called by what it counts', () => {
  expect(alertName({ error: 'Any error', customer: 'North Staffing' })).toBe('Any error, North Staffing');
});
