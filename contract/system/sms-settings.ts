import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';

/**
 * The provider of text messages, as it is shown: never its token. All null if none is connected, but for `answersUrl`: the address that the
 * sender must have as its webhook for incoming messages.
 */
export const SmsSettings = z.object({
  api: z.string().nullable(),
  accountSid: z.string().nullable(),
  sender: z.string().nullable(),
  answersUrl: z.string(),
});
export type SmsSettings = z.infer<typeof SmsSettings>;

const example: SmsSettings = {
  api: 'https://api.twilio.com',
  accountSid: 'AC00000000000000000000000000000000',
  sender: '+17755550100',
  answersUrl: 'https://jobdock.example/api/sms/answers',
};

/** What a person enters. Without a token, the saved one is used, as long as API and account stay. */
export const SmsDraft = z.object({
  api: z.string().trim().min(1, 'Enter the address of the API').max(200, 'Shorten this to 200 characters'),
  accountSid: z
    .string()
    .trim()
    .regex(/^AC[\da-f]{32}$/i, 'Enter the account SID: AC and 32 letters and digits'),
  /** A phone number, or a messaging service. */
  sender: z
    .string()
    .trim()
    .regex(
      /^(?:\+[1-9]\d{6,14}|MG[\da-f]{32})$/i,
      'Enter a phone number such as +17755550100, or the SID of a messaging service: MG and 32 letters and digits',
    ),
  token: z.string().trim().min(1, 'Enter the auth token').max(200, 'Shorten this to 200 characters').optional(),
});
export type SmsDraft = z.infer<typeof SmsDraft>;

export const readSmsSettings = endpoint('GET /api/systemsettings/sms', {
  about: 'The account that sends text messages, and where its incoming messages must go. Never its token.',
  args: z.object({}),
  reply: SmsSettings,
  fails: ['forbidden'],
  needs: 'admin',
  offline: 'cached',
  example,
});

export const saveSmsSettings = endpoint('POST /api/systemsettings/sms', {
  about:
    'Saves the Twilio account that sends text messages; null disconnects it. The token is encrypted, and is asked again when API or account change.',
  args: z.object({ sms: SmsDraft.nullable() }),
  reply: SmsSettings,
  fails: ['invalid', 'forbidden', 'confirm_identity'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const checkSms = endpoint('POST /api/systemsettings/sms/check', {
  about: 'Signs in to Twilio with a draft of the settings, and looks for the sender. Sends and saves nothing.',
  args: SmsDraft,
  reply: z.object({ account: z.string(), sender: z.string(), milliseconds: z.number() }),
  fails: ['invalid', 'forbidden'],
  needs: 'admin',
  offline: 'online',
  example: { account: 'Harborview', sender: '(775) 555-0100', milliseconds: 240 },
});

export const receiveSmsAnswer = endpoint('POST /api/sms/answers', {
  about:
    'Takes a text message that someone sent back, as Twilio passes it on. The signature (X-Twilio-Signature) proves where it comes from; without it, the call is refused. STOP and words like it stop text messages of job alerts to that number, START allows them again.',
  args: z.object({
    form: z
      .instanceof(Uint8Array, { error: 'Send the form of an incoming message' })
      .refine((bytes) => bytes.length > 0, 'Send the form of an incoming message'),
  }),
  wholeBody: 'form',
  bytes: 64 * 1024,
  raw: 'xml',
  reply: z.string(),
  fails: ['invalid', 'forbidden', 'too_large'],
  needs: 'public',
  offline: 'online',
  example: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
});

export const smsSettingEndpoints = [readSmsSettings, saveSmsSettings, checkSms, receiveSmsAnswer];
