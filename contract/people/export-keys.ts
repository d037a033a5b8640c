import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { ClientId, RowId } from '../kit/ids.ts';
import { Onward, onwardExample, ProviderAnswer } from './sign-on.ts';

/** The lanes whose changes are sealed. */
const ClientIds = z.array(ClientId).min(1).max(50);

/** A key in base64. A lane that is another person’s, or was wiped, has none. */
const LaneKey = z.object({ clientId: z.string(), key: z.string() });
const keyExample = { clientId: '5c1f0c1e-2f6b-4f5c-9a51-1d5b0a6a3f10', key: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' };

export const readExportKeys = endpoint('POST /auth/exportkeys', {
  about:
    'The keys of a person’s own sealed changes on a device, by user name and password, while no one of their customer can sign in: it is inactive, or was deleted within the last 30 days. It opens no session.',
  args: z.object({
    username: z.string().trim().min(1, 'Write your user name').max(200),
    password: z.string().min(1, 'Write your password').max(1000),
    /** The solved human check. */
    r: z.string().max(20_000).optional(),
    /** The customer that the changes belong to: the person’s own, or one that they were linked to. */
    customerId: RowId,
    clientIds: ClientIds,
  }),
  reply: z.object({ keys: z.array(LaneKey) }),
  fails: ['sign_in'],
  needs: 'public',
  offline: 'online',
  example: { keys: [keyExample] },
});

export const findExportSignOns = endpoint('POST /auth/exportkeys/signons', {
  about:
    'The agencies at whose own sign-on a person of these lanes can confirm, to open sealed changes without a password. An agency is named only while no one of it can sign in.',
  args: z.object({ clientIds: ClientIds }),
  reply: z.object({ signOns: z.array(z.object({ customerId: z.number(), agency: z.string() })) }),
  fails: [],
  needs: 'public',
  offline: 'online',
  example: { signOns: [{ customerId: 2, agency: 'Northwind Staffing' }] },
});

export const startExportSignOn = endpoint('POST /auth/exportkeys/start', {
  about: 'Begins a fresh sign-in at the provider of a closed agency: a cookie for this browser, and the address to go to.',
  args: z.object({ customerId: RowId, clientIds: ClientIds }),
  reply: Onward,
  fails: ['sign_in'],
  needs: 'public',
  offline: 'online',
  example: onwardExample,
});

export const finishExportSignOn = endpoint('POST /auth/exportkeys/callback', {
  about:
    'The keys of a person’s own sealed changes after a fresh sign-in at their agency’s provider: `answer` is the query with which it sent the browser back. It opens no session.',
  args: z.object({
    answer: ProviderAnswer,
    works: z
      .array(z.object({ customerId: RowId, clientIds: ClientIds }))
      .min(1)
      .max(50),
  }),
  reply: z.object({ keys: z.array(LaneKey.extend({ customerId: z.number() })) }),
  fails: ['sign_in'],
  needs: 'public',
  offline: 'online',
  example: { keys: [{ ...keyExample, customerId: 2 }] },
});

export const exportKeyEndpoints = [readExportKeys, findExportSignOns, startExportSignOn, finishExportSignOn] as const;
