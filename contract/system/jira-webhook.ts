import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Instant } from '../kit/ids.ts';

const JiraWebhook = z.object({
  /** The whole secret address, and the secret that signs what Jira sends there; null as long as there is none. */
  address: z.string().nullable(),
  secret: z.string().nullable(),
  lastAt: Instant.nullable(),
});
export type JiraWebhook = z.infer<typeof JiraWebhook>;
const example: JiraWebhook = {
  address: 'https://jobdock.example/api/jira/hints/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE',
  secret: 'b29vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE',
  lastAt: '2026-11-28T12:00:00.000Z',
};

export const readJiraWebhook = endpoint('POST /api/systemsettings/jira/webhook/show', {
  about: 'The secret address and the secret of Jira’s webhook, and when Jira last sent something there.',
  args: z.object({}),
  reply: JiraWebhook,
  fails: ['forbidden', 'confirm_identity'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const renewJiraWebhook = endpoint('POST /api/systemsettings/jira/webhook', {
  about: 'Makes a new address and secret of Jira’s webhook. The former ones end at once.',
  args: z.object({}),
  reply: JiraWebhook,
  fails: ['invalid', 'forbidden', 'confirm_identity'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const receiveJiraHint = endpoint('POST /api/jira/hints/:key', {
  about:
    'Takes what Jira’s webhook sends about an issue as a hint: the issue is then read from Jira, so that nothing of the body is believed. The signature (X-Hub-Signature) is needed. A hint that comes twice or late does nothing.',
  args: z.object({
    key: z.string().max(100),
    payload: z
      .instanceof(Uint8Array, { error: 'Send the body of a webhook of Jira' })
      .refine((bytes) => bytes.length > 0, 'Send the body of a webhook of Jira'),
  }),
  wholeBody: 'payload',
  bytes: 5 * 1024 * 1024,
  accepted: true,
  reply: z.object({ accepted: z.literal(true) }),
  fails: ['invalid', 'forbidden', 'not_found', 'too_large'],
  needs: 'public',
  offline: 'online',
  example: { accepted: true },
});

export const jiraWebhookEndpoints = [readJiraWebhook, renewJiraWebhook, receiveJiraHint];
