import * as z from 'zod';
import { CommandResult, FieldConflict, RefusalCode } from '../commands/commands.ts';
import { WireColumns } from '../kit/columns.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Instant } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/** Version of the sync protocol. The header `x-sync-protocol` proves that a response came from the service. */
export const protocolVersion = 1;
export const maxMutationsPerPush = 100;
export const maxPushBytes = 256_000;

/** Values of the changed fields as the sender saw them: `collection/id` to field to value [S5]. */
export const PreValues = z.record(z.string(), z.record(z.string(), z.unknown()));
export type PreValues = z.infer<typeof PreValues>;

/** One change from a lane's outbox [S2]. The command's own schema parses `args`. */
export const Mutation = z.object({
  seq: z.number().int().positive(),
  name: z.string(),
  args: z.unknown(),
  pre: PreValues,
  dependsOn: z.array(z.number().int()),
  actor: z.string(),
  createdAt: Instant,
  /** SHA-256 in hex of the canonical JSON (sorted keys) of `{actor, args, createdAt, name}`. The service only compares it. */
  fingerprint: z.string(),
});
export type Mutation = z.infer<typeof Mutation>;

/** Result of one mutation. Every outcome uses up its `seq`; the sender's outbox decides what to do next [S3]. */
export const MutationOutcome = z.discriminatedUnion('outcome', [
  z.object({ seq: z.number(), outcome: z.literal('applied'), rev: z.number(), result: CommandResult, replayed: z.boolean() }),
  z.object({
    seq: z.number(),
    outcome: z.literal('rejected'),
    code: RefusalCode,
    message: z.string(),
    conflicts: z.array(FieldConflict),
    replayed: z.boolean(),
  }),
  z.object({ seq: z.number(), outcome: z.literal('applied_result_gone') }),
]);
export type MutationOutcome = z.infer<typeof MutationOutcome>;

export const PushReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), outcomes: z.array(MutationOutcome), last: z.number() }),
  /** The batch stopped early: the listed mutations are done; retry the others after `retryAfterSeconds`. */
  z.object({ kind: z.literal('busy'), outcomes: z.array(MutationOutcome), last: z.number(), retryAfterSeconds: z.number() }),
  z.object({ kind: z.literal('gap'), expected: z.number() }),
  z.object({ kind: z.literal('client_unknown') }),
  z.object({ kind: z.literal('key_reused'), seq: z.number() }),
  z.object({ kind: z.literal('customer_gone') }),
  z.object({ kind: z.literal('wipe') }),
]);
export type PushReply = z.infer<typeof PushReply>;

export const pushMutations = endpoint('POST /api/sync/push', {
  about: 'Applies queued changes of one lane in order, each in its own transaction [S2].',
  args: z.object({
    protocol: z.number(),
    clientId: z.string().min(16),
    customerId: z.number(),
    mutations: z.array(Mutation).min(1).max(maxMutationsPerPush),
  }),
  reply: PushReply,
  fails: ['invalid', 'forbidden', 'not_found', 'too_large'],
  needs: 'session',
  offline: 'queued',
  example: {
    kind: 'done',
    outcomes: [{ seq: 1, outcome: 'applied', rev: 42, result: { done: [7], refused: [] }, replayed: false }],
    last: 1,
  },
});

/** One replicated row at its revision; `row: null` is a tombstone. */
export const Change = z.object({ collection: z.string(), id: z.number(), rev: z.number(), row: z.unknown().nullable() });
export type Change = z.infer<typeof Change>;

export const PullReply = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('page'),
    epoch: z.string(),
    scope: z.string(),
    head: z.number(),
    upto: z.number(),
    lastSeq: z.number(),
    outcomes: z.array(MutationOutcome),
    changes: z.array(Change),
    more: z.boolean(),
    /**
     * Revision up to which the last backup, proved by restoring it, has all changes. Changes up to here survive the loss of
     * the service's database. Absent: no such backup is known [edge case 16].
     */
    durableRev: z.number().optional(),
    /** All changes of the global feed after `globalSince`, and its head revision. */
    global: z.object({ rev: z.number(), changes: z.array(Change) }).optional(),
  }),
  /** The device's rows are invalid (other epoch or scope, or too old): read a snapshot, then apply the overlay again. */
  z.object({
    kind: z.literal('resync'),
    epoch: z.string(),
    scope: z.string(),
    why: z.enum(['epoch', 'scope', 'horizon', 'ahead']),
  }),
  z.object({ kind: z.literal('wipe') }),
]);
export type PullReply = z.infer<typeof PullReply>;

export const pullChanges = endpoint('GET /api/sync/pull', {
  about:
    'Rows changed after `since`, with this client’s last sequence number and unseen outcomes, from one database snapshot [S4].',
  args: z.object({
    customerId: z.coerce.number(),
    clientId: z.string(),
    epoch: z.string(),
    scope: z.string(),
    since: z.coerce.number(),
    /** The device has the outcomes up to here, so the service may delete them. */
    seen: z.coerce.number().default(0),
    limit: z.coerce.number().int().min(1).max(5000).default(2000),
    /** The device's revision of the global feed, -1 if it has none; absent: the reply has no `global`. */
    globalSince: z.coerce.number().int().min(-1).optional(),
  }),
  reply: PullReply,
  fails: ['forbidden', 'not_found', 'gone'],
  needs: 'session',
  offline: 'online',
  example: { kind: 'page', epoch: 'e1', scope: 's1', head: 42, upto: 42, lastSeq: 1, outcomes: [], changes: [], more: false },
});

/**
 * One line of the snapshot stream (NDJSON): a head, blocks of columns, an end. A stream without its end is invalid. The id
 * ranges of a collection's blocks do not overlap, so that a device can find a row by its block's range.
 */
export const SnapshotLine = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('head'),
    epoch: z.string(),
    scope: z.string(),
    rev: z.number(),
    lastSeq: z.number(),
    outcomes: z.array(MutationOutcome),
    totals: z.record(z.string(), z.number()),
  }),
  z.object({ kind: z.literal('block'), collection: z.string(), columns: WireColumns }),
  z.object({ kind: z.literal('end'), rows: z.number() }),
]);
export type SnapshotLine = z.infer<typeof SnapshotLine>;

export const readSnapshot = endpoint('GET /api/sync/snapshot', {
  about: 'Every replicated row of a customer as a compressed stream of column blocks, from one database snapshot [S4].',
  args: z.object({ customerId: z.coerce.number(), clientId: z.string() }),
  reply: SnapshotLine,
  fails: ['forbidden', 'not_found', 'gone'],
  needs: 'session',
  offline: 'online',
  raw: 'ndjson',
  example: { kind: 'end', rows: 0 },
});

export const sendHello = endpoint('POST /api/sync/hello', {
  about: 'Opens a lane: returns what the service knows about this client, and its epoch and scope [edge case 15].',
  args: z.object({
    protocol: z.number(),
    clientId: z.string().min(16),
    customerId: z.number(),
    deviceLabel: z.string().max(200),
    appVersion: z.string().max(40),
    unsent: z.number(),
    oldestUnsentAt: Instant.nullable(),
    persisted: z.boolean(),
  }),
  reply: z.object({
    known: z.boolean(),
    last: z.number(),
    epoch: z.string(),
    scope: z.string(),
    rev: z.number(),
    now: Instant,
    killed: z.boolean(),
  }),
  fails: ['forbidden', 'not_found', 'gone'],
  needs: 'session',
  offline: 'online',
  example: { known: true, last: 3, epoch: 'e1', scope: 's1', rev: 42, now: '2026-11-21T00:00:00.000Z', killed: false },
});

export const watchLive = endpoint('GET /api/sync/live', {
  about: 'Server-sent events `{customer, rev}` that announce changes to pull. They never contain data [S4].',
  args: z.object({ customerId: z.coerce.number() }),
  reply: z.object({ customer: z.number(), rev: z.number() }),
  fails: ['forbidden', 'not_found'],
  needs: 'session',
  offline: 'online',
  raw: 'sse',
  example: { customer: 1, rev: 42 },
});

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
  args: z.object({ cust: CustomerRef, clientId: z.string() }),
  reply: z.object({ killed: z.boolean() }),
  fails: ['forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: { killed: true },
});

export const confirmWipe = endpoint('POST /api/sync/wiped', {
  about: 'Confirms that a device has wiped itself as ordered [edge case 20]. A second call has no effect.',
  args: z.object({ customerId: z.number(), clientId: z.string().min(16), unsent: z.number().int().min(0) }),
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
    customerId: z.number(),
    /** The cleared lane, from the mirror outside the cleared store. */
    clientId: z.string().min(16),
    maxSeq: z.number().int().min(0),
    unsent: z.number().int().min(0),
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
  args: z.object({ customerId: z.coerce.number(), clientId: z.string().min(16) }),
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

export const changeNow = endpoint('POST /api/sync/change/:cust', {
  about:
    'Runs one change immediately, like a pushed one: for an administrator who works as another user and so has no outbox [edge case 18].',
  args: z.object({
    cust: CustomerRef,
    /** Wire name of the command, whose schema parses `args`. */
    name: z.string().min(1).max(100),
    args: z.unknown(),
    pre: PreValues,
  }),
  reply: CommandResult,
  fails: ['invalid', 'conflict', 'forbidden', 'not_found', 'key_reused'],
  needs: 'session',
  offline: 'online',
  example: { done: [7], refused: [] },
});

export const syncEndpoints = [
  pushMutations,
  pullChanges,
  readSnapshot,
  sendHello,
  watchLive,
  listDevices,
  killDevice,
  confirmWipe,
  reportLostWork,
  readLockKey,
  changeNow,
];
