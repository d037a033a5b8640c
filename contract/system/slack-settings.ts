import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';

/** The Slack of the provider, as it is shown: never the address of its webhook, which is a secret. */
export const SlackSettings = z.object({ isSet: z.boolean(), host: z.string().nullable() });
export type SlackSettings = z.infer<typeof SlackSettings>;

const example: SlackSettings = { isSet: true, host: 'hooks.slack.com' };
const Webhook = z.string().trim().min(1, 'Enter the address of the webhook').max(500, 'Shorten this to 500 characters');

export const readSlackSettings = endpoint('GET /api/systemsettings/slack', {
  about: 'Whether an incoming webhook of Slack is set, and on which host. Never its address.',
  args: z.object({}),
  reply: SlackSettings,
  fails: ['forbidden'],
  needs: 'admin',
  offline: 'cached',
  example,
});

export const saveSlackSettings = endpoint('POST /api/systemsettings/slack', {
  about: 'Saves the incoming webhook that error alerts are sent to, encrypted; null removes it.',
  args: z.object({ webhook: Webhook.nullable() }),
  reply: SlackSettings,
  fails: ['invalid', 'forbidden', 'confirm_identity'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const checkSlack = endpoint('POST /api/systemsettings/slack/check', {
  about: 'Sends one test message to a webhook, or to the saved one if none is named. Saves nothing.',
  args: z.object({ webhook: Webhook.optional() }),
  reply: z.object({ milliseconds: z.number() }),
  fails: ['invalid', 'forbidden'],
  needs: 'admin',
  offline: 'online',
  example: { milliseconds: 210 },
});

export const slackSettingEndpoints = [readSlackSettings, saveSlackSettings, checkSlack];
