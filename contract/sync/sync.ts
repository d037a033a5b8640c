import * as z from 'zod';
import { CommandResult, FieldConflict, RefusalCode } from '../commands/commands.ts';
import { WireColumns } from '../kit/columns.ts';
import { endpoint } from '../kit/endpoint.ts';
import { ClientId, Count, CustomerNumber, Instant, SentInstant } from '../kit/ids.ts';

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
  /** SHA-256 in hex of the canonical JSON (sorted keys) of `{actor, args, createdAt, name}`. The service computes it, too. */
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
    protocol: Count,
    clientId: ClientId,
    customerId: CustomerNumber,
    mutations: z.array(Mutation).min(1).max(maxMutationsPerPush),
  }),
  reply: PushReply,
  fails: ['invalid', 'forbidden', 'not_found', 'too_large'],
  needs: 'session',
  offline: 'queued',
  judgesTexts: /^mutations\.\d+\.args(\.|$)/,
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
    customerId: CustomerNumber,
    clientId: ClientId,
    epoch: z.string(),
    scope: z.string(),
    since: z.coerce.number().int().min(-1),
    /** The device has the outcomes up to here, so the service may delete them. */
    seen: z.coerce.number().int().min(0).default(0),
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
  args: z.object({ customerId: CustomerNumber, clientId: ClientId }),
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
    protocol: Count,
    clientId: ClientId,
    customerId: CustomerNumber,
    deviceLabel: z.string().max(200),
    appVersion: z.string().max(40),
    unsent: Count,
    oldestUnsentAt: SentInstant.nullable(),
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
  args: z.object({ customerId: CustomerNumber }),
  reply: z.object({ customer: z.number(), rev: z.number() }),
  fails: ['forbidden', 'not_found'],
  needs: 'session',
  offline: 'online',
  raw: 'sse',
  example: { customer: 1, rev: 42 },
});

export const syncEndpoints = [pushMutations, pullChanges, readSnapshot, sendHello, watchLive];
