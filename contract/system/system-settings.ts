import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { httpUrl } from '../kit/http-url.ts';
import { Instant } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';

const Ai = z.object({
  /** Address of an OpenAI-compatible endpoint, up to `/v1`. */
  url: httpUrl('Write an address such as https://api.example.com/v1'),
  model: z.string().trim().min(1, 'Name the model').max(200),
  /** `host:port` on a private network that may be called. */
  allow: z
    .array(
      z
        .string()
        .trim()
        .regex(/^[^\s/:]+:\d{1,5}$/, 'Write host:port'),
    )
    .max(20)
    .default([]),
});
/** A key as sent: if absent, the stored key stays; null removes it. The service stores it encrypted and never returns it. */
const Key = z.string().trim().min(1).max(1000).nullable().optional();

export const SystemSettings = z.object({ ai: Ai.extend({ hasKey: z.boolean() }).nullable() });
export type SystemSettings = z.infer<typeof SystemSettings>;
export const AiDraft = Ai.extend({ key: Key });
export type AiDraft = z.output<typeof AiDraft>;

const example: SystemSettings = {
  ai: { url: 'https://api.example.com/v1', model: 'small-2', allow: [], hasKey: true },
};

export const readSystemSettings = endpoint('GET /api/systemsettings', {
  about: 'The provider’s settings: endpoint and default model of AI engine 1. Never its key.',
  args: z.object({}),
  reply: SystemSettings,
  fails: [],
  needs: 'admin',
  offline: 'cached',
  example,
});

export const saveSystemSettings = endpoint('POST /api/systemsettings', {
  about: 'Saves endpoint and default model of AI engine 1; `ai: null` disconnects it. A URL on a new host needs the key again.',
  args: z.object({ ai: AiDraft.nullable() }),
  reply: SystemSettings,
  fails: ['invalid', 'confirm_identity'],
  needs: 'admin',
  offline: 'online',
  example,
});

const FailedWork = z.object({
  what: z.enum(['job', 'run']),
  /** For a job its UUID in the queue, for a run `customer/run`. */
  id: z.string(),
  name: z.string(),
  customerId: z.number().nullable(),
  customer: z.string().nullable(),
  /** Related ids as JSON, such as the id of an email. */
  ids: z.string(),
  error: z.string(),
  tries: z.number(),
  at: Instant,
});

export const listFailedWork = endpoint('GET /api/systemsettings/failedwork', {
  about: 'Failed background work of all customers that will not be retried, newest first: jobs of the last 14 days, and runs.',
  args: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
  reply: newestOf(FailedWork),
  fails: ['invalid'],
  needs: 'admin',
  offline: 'cached',
  example: {
    total: 1,
    rows: [
      {
        what: 'job',
        id: '7b1f4c1e-52a1-4d7e-9f3e-0c8d2f6a1b2c',
        name: 'mail',
        customerId: 2,
        customer: 'Harborview',
        ids: '{"mailId": 31}',
        error: '550 no such user',
        tries: 1,
        at: '2026-11-21T12:00:00.000Z',
      },
    ],
  },
});

export const retryFailedWork = endpoint('POST /api/systemsettings/failedwork/retry', {
  about: 'Retries failed background work from where it stopped. Conflict: another run over the same rows is not over yet.',
  args: z.object({
    what: FailedWork.shape.what,
    id: z.union([z.uuid(), z.string().regex(/^\d{1,9}\/\d{1,15}$/)]),
  }),
  reply: z.object({ name: z.string() }),
  fails: ['invalid', 'not_found', 'conflict'],
  needs: 'admin',
  offline: 'online',
  example: { name: 'mail' },
});

export const systemSettingEndpoints = [readSystemSettings, saveSystemSettings, listFailedWork, retryFailedWork];
