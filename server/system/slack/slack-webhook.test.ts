import { expect, test } from 'vitest';
import { no, ok } from '#contract/kit/result.ts';
import { isWebhook, slackAnswer, slackBody } from './slack-webhook.ts';

const said = (status: number, text: string, headers = {}) => slackAnswer(ok({ status, headers, bytes: Buffer.from(text) }));

test.each([
  [200, 'ok', 'sent'],
  [400, 'invalid_payload', 'refused'],
  [400, 'user_not_found', 'refused'],
  [403, 'action_prohibited', 'refused'],
  [404, 'channel_not_found', 'refused'],
  [404, 'no_service', 'refused'],
  [410, 'channel_is_archived', 'refused'],
  [418, 'something new', 'refused'],
  [500, 'rollup_error', 'later'],
  [502, '<html>Bad gateway</html>', 'unsure'],
  [200, '<html>Sign in to the network</html>', 'unsure'],
])('%i %s is %s', (status, text, kind) => {
  const answer = said(status, text);
  expect(answer.kind).toBe(kind);
  // Text of the other side is never repeated.
  if (answer.kind !== 'sent') expect(answer.words).not.toContain(text);
});

test('a 429 says how long to wait: as Slack asks, at most an hour, and 30 seconds where it names no number', () => {
  expect(said(429, '', { 'retry-after': '7' })).toMatchObject({ kind: 'later', seconds: 7 });
  expect(said(429, '', { 'retry-after': '99999' })).toMatchObject({ seconds: 3600 });
  expect(said(429, '', { 'retry-after': 'soon' })).toMatchObject({ seconds: 30 });
  expect(said(429, '')).toMatchObject({ seconds: 30 });
});

test('without a reply the message is in doubt, unless nothing of it left', () => {
  const problem = { kind: 'timeout', words: 'The other side took too long to answer.' } as const;
  expect(slackAnswer(no(problem))).toMatchObject({ kind: 'unsure' });
  expect(slackAnswer(no({ ...problem, unsent: true }))).toMatchObject({ kind: 'later', seconds: null });
  expect(slackAnswer(no({ kind: 'refused', words: 'This address is inside a private network.' }))).toMatchObject({
    kind: 'refused',
  });
});

test('text of jobs is text: it calls no one, links nowhere and formats nothing', () => {
  const body: unknown = JSON.parse(slackBody('<!channel> <@U123> <https://evil.test|Jobdock> & *bold* &lt;!here&gt;'));
  expect(body).toEqual({
    text: '&lt;!channel&gt; &lt;@U123&gt; &lt;https://evil.test|Jobdock&gt; &amp; *bold* &amp;lt;!here&amp;gt;',
    mrkdwn: false,
    parse: 'none',
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
  });
});

test.each([
  ['https://hooks.slack.com/services/T1/B1/x', true],
  ['https://hooks.slack-gov.com/services/T1/B1/x', true],
  ['http://127.0.0.1:4999/services/T1/B1/x', true],
  ['http://hooks.slack.com/services/T1/B1/x', false],
  ['https://hooks.slack.com.evil.test/services', false],
  ['https://user:pass@hooks.slack.com/services', false],
  ['https://hooks.slack.com:8443/services', false],
  ['http://127.0.0.1:80/services', false],
  ['hooks.slack.com/services', false],
])('%s may be a webhook: %s', (address, may) => {
  expect(isWebhook(address, ['127.0.0.1:4999'])).toBe(may);
});
