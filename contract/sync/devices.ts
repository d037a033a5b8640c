import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { ClientId, Count, CustomerNumber, CustomerRef, Instant } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/** One device (lane) of a customer, for administrators. `unsent` is its last reported number of unsent changes. */
export const Device = z.object({
  clientId: z.string(),
  userId: z.number(),
  userName: z.string(),
  label: z.string(),
  appVersion: z.string(),
  lastSeq: z.number(),
  unsent: z.number(),
  oldestUnsentAt: Instant.nullable(),
  /** Whether the browser granted persistent storage; otherwise it may delete the data when disk space is low. */
  persisted: z.boolean(),
  createdAt: Instant,
  seenAt: Instant,
  killedAt: Instant.nullable(),
  /** When the service first ordered the device to wipe itself. */
  toldAt: Instant.nullable(),
  /** When the device reported that it had wiped itself, and how many unsent changes it deleted. */
  wipedAt: Instant.nullable(),
  wipedUnsent: z.number(),
  /** When the device reported that its browser had cleared its data, and how many changes the service never got. */
  lostAt: Instant.nullable(),
  lostUnsent: z.number(),
  /** Number of all devices; the list contains the 1,000 seen last. */
  total: wire('recCount', z.number()),
});
export type Device = z.infer<typeof Device>;

export const listDevices = endpoint('GET /api/sync/devices/:cust', {
  about: 'Devices that store data of a customer, last seen first [edge case 20].',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(Device),
  fails: ['forbidden', 'not_found'],
  needs: 'admin',
  offline: 'cached',
  example: [
    {
      clientId: '5f0c7d0f6a1e4b0f9d1c2b3a4e5f6071',
      userId: 1,
      userName: 'Ann Reyes',
      label: 'Chrome on Windows',
      appVersion: '0.1.0',
      lastSeq: 12,
      unsent: 0,
      oldestUnsentAt: null,
      persisted: true,
      createdAt: '2026-11-01T00:00:00.000Z',
      seenAt: '2026-11-21T00:00:00.000Z',
      killedAt: null,
      toldAt: null,
      wipedAt: null,
      wipedUnsent: 0,
      lostAt: null,
      lostUnsent: 0,
      total: 1,
    },
  ],
});

export const killDevice = endpoint('POST /api/sync/devices/:cust/:clientId/kill', {
  about: 'Disables a device: at its next contact it wipes its data [edge case 20]. A second call has no effect.',
  args: z.object({ cust: CustomerRef, clientId: z.string().max(100) }),
  reply: z.object({ killed: z.boolean() }),
  fails: ['forbidden', 'not_found', 'confirm_identity'],
  needs: 'admin',
  offline: 'online',
  example: { killed: true },
});

export const confirmWipe = endpoint('POST /api/sync/wiped', {
  about: 'Confirms that a device has wiped itself as ordered [edge case 20]. A second call has no effect.',
  args: z.object({ customerId: CustomerNumber, clientId: ClientId, unsent: Count }),
  reply: z.object({ noted: z.boolean() }),
  fails: ['forbidden', 'not_found', 'gone'],
  needs: 'session',
  offline: 'online',
  example: { noted: true },
});

export const reportLostWork = endpoint('POST /api/sync/lost-work', {
  about:
    'Reports that a browser cleared a device’s data with unsent changes, and returns how many of them never arrived [edge case 22].',
  args: z.object({
    customerId: CustomerNumber,
    /** The cleared lane, from the mirror outside the cleared store. */
    clientId: ClientId,
    maxSeq: Count,
    unsent: Count,
  }),
  /** `lost`: the number of waiting changes that the service never got. */
  reply: z.object({ lost: z.number() }),
  fails: ['forbidden', 'not_found', 'gone'],
  needs: 'session',
  offline: 'online',
  example: { lost: 3 },
});

export const readLockKey = endpoint('GET /api/sync/lock-key', {
  about: 'The key with which a device encrypts its unsent changes while no one is signed in; one per user and lane [D8.3].',
  args: z.object({ customerId: CustomerNumber, clientId: ClientId }),
  reply: z.discriminatedUnion('kind', [
    /** 32 bytes in base64, the same at every sign-in of the lane’s owner. Devices keep it only in memory. */
    z.object({ kind: z.literal('key'), key: z.string() }),
    z.object({ kind: z.literal('wipe') }),
  ]),
  fails: ['forbidden', 'not_found'],
  needs: 'session',
  offline: 'online',
  example: { kind: 'key', key: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=' },
});

export const deviceEndpoints = [listDevices, killDevice, confirmWipe, reportLostWork, readLockKey];
