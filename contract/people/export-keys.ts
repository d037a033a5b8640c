import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { ClientId, RowId } from '../kit/ids.ts';

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
    /** The lanes whose changes are sealed. */
    clientIds: z.array(ClientId).min(1).max(50),
  }),
  /** Keys in base64. A lane that is another person’s, or was wiped, is left out. */
  reply: z.object({ keys: z.array(z.object({ clientId: z.string(), key: z.string() })) }),
  fails: ['sign_in'],
  needs: 'public',
  offline: 'online',
  example: { keys: [{ clientId: '5c1f0c1e-2f6b-4f5c-9a51-1d5b0a6a3f10', key: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' }] },
});

export const exportKeyEndpoints = [readExportKeys] as const;
