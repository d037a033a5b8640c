import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, Instant } from '../kit/ids.ts';
import { maxUploadBytes } from './uploads.ts';

const Webhook = z.object({
  /** The whole secret address; null as long as the task has none. */
  address: z.string().nullable(),
  /** Deliveries that no run has read yet. */
  waiting: z.number(),
  lastReceivedAt: Instant.nullable(),
});
const webhookExample = {
  address: 'https://jobdock.example/api/webhook/9-Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE',
  waiting: 0,
  lastReceivedAt: '2026-11-21T12:00:00.000Z',
};

export const readWebhook = endpoint('POST /api/agent/webhook/show/:cust/:id', {
  about: 'The secret address to which a vendor sends the jobs of a webhook task, and how many deliveries wait.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: Webhook,
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: webhookExample,
});

export const renewWebhook = endpoint('POST /api/agent/webhook/:cust/:id', {
  about: 'Gives a webhook task a new secret address. The former one stops at once.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: Webhook,
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: webhookExample,
});

export const receiveWebhook = endpoint('POST /api/webhook/:key', {
  about:
    'Takes the jobs that a vendor sends to the secret address of a task: JSON (one job, a list, or an object with a list), CSV, XML or XLSX. Answers 202 once they are stored; the same body sent again within the hour counts once. Jobs that it does not list stay as they are.',
  args: z.object({
    key: z.string().max(200),
    payload: z
      .instanceof(Uint8Array, { error: 'Send the jobs as the body: JSON, CSV or XML' })
      .refine((bytes) => bytes.length > 0, 'Send the jobs as the body: JSON, CSV or XML'),
  }),
  wholeBody: 'payload',
  bytes: maxUploadBytes,
  accepted: true,
  reply: z.object({ accepted: z.literal(true) }),
  fails: ['invalid', 'not_found', 'too_large'],
  needs: 'public',
  offline: 'online',
  example: { accepted: true },
});

export const webhookEndpoints = [readWebhook, renewWebhook, receiveWebhook];
