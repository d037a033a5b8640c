import type { CommandResult, FieldConflict, RefusalCode } from '#contract/commands/commands.ts';
import type { CollectionName } from '#contract/rows/rows.ts';
import type { PreValues } from '#contract/sync/sync.ts';
import type { Before } from '#domain/commands/kit/command.ts';

/** Any replicated row: what is common to all collections. */
export type Row = { readonly id: number } & Readonly<Record<string, unknown>>;

/**
 * One column of a stored block: typed arrays, since reading them back is what a cold start waits for. Values of any kind that
 * many rows share are a dictionary; other numbers stand as they are, and instants as milliseconds, where `NaN` is null; other lists
 * and records as JSON values.
 */
export type StoredColumn =
  | { readonly kind: 'dict'; readonly values: readonly unknown[]; readonly codes: Uint8Array | Uint16Array | Uint32Array }
  | { readonly kind: 'num' | 'instant'; readonly values: Float64Array }
  | { readonly kind: 'json'; readonly values: readonly unknown[] };

/** Rows of one collection, column by column, ascending by id. Never rewritten: a fold writes another block number. */
export type StoredBlock = {
  readonly collection: CollectionName;
  readonly no: number;
  readonly ids: Float64Array;
  readonly columns: Readonly<Record<string, StoredColumn>>;
};

/** Where a block stands: its number, id range and rows. */
export type BlockRange = { readonly no: number; readonly first: number; readonly last: number; readonly rows: number };

/** Which blocks are a collection. `shadow` fills while a snapshot loads; `retired` ones wait for readers that still hold them. */
export type Layout = {
  readonly collection: CollectionName;
  readonly live: readonly BlockRange[];
  readonly shadow: readonly BlockRange[];
  readonly retired: readonly number[];
  /** False while the first snapshot is still arriving. */
  readonly complete: boolean;
};

/** A row newer than its block; `row: null` is a deletion. */
export type FreshRow = {
  readonly collection: CollectionName;
  readonly id: number;
  readonly rev: number;
  readonly row: Row | null;
};

/** A row as unreflected local changes leave it, and their entries. */
export type OverlayRow = {
  readonly collection: CollectionName;
  readonly id: number;
  readonly row: Row;
  readonly entries: readonly number[];
};

/** Why an entry needs a person: the service's refusal, or what happened on this device. */
export type ParkReason = {
  readonly code: RefusalCode | 'crashed' | 'too_large' | 'lost' | 'confirm';
  readonly message: string;
  readonly conflicts: readonly FieldConflict[];
};

/**
 * One change in the outbox. `entry` is its name on this device, `seq` its number in the lane `clientId`; both are given by the
 * transaction that writes it. This table is never renamed, reshaped or re-keyed [edge case 10].
 */
export type OutboxEntry = {
  readonly entry: number;
  readonly clientId: string;
  readonly seq: number;
  readonly name: string;
  readonly args: unknown;
  readonly pre: PreValues;
  readonly dependsOn: readonly number[];
  readonly actor: string;
  readonly createdAt: string;
  readonly fingerprint: string;
  readonly state: 'waiting' | 'sending' | 'acked' | 'parked';
  readonly parked: ParkReason | null;
  /** It left the device at least once, so the service may know it. */
  readonly sent: boolean;
  /** Attempts that failed without a definite answer. */
  readonly tries: number;
  /** Runs of its command that have ended the process, while they are counted [edge case 37]. */
  readonly trying?: number;
  /** The rows before it, for its undo. */
  readonly before: readonly Before[];
  /** Rows it named, `collection/id`: a later change of one of them depends on this one. */
  readonly rows: readonly string[];
  /** Filled by the acknowledgement. */
  readonly rev: number | null;
  readonly result: CommandResult | null;
};

/** An acknowledged change, kept for a week so that a restored service can be told [edge case 16]. */
export type JournalEntry = OutboxEntry & { readonly ackedAt: string };

/** The last answer of a call with offline policy `cached`. */
export type CachedAnswer = { readonly key: string; readonly at: string; readonly reply: unknown };

/** Unsaved form input, per form. */
export type Draft = { readonly key: string; readonly at: string; readonly value: unknown };

/** Rows of one collection that changed; `all` after a snapshot. `block` is the new block that they came in, and nowhere else. */
export type RowsChanged = {
  readonly collection: CollectionName;
  readonly ids: readonly number[] | 'all';
  readonly block?: number;
};

/** What one committed transaction changed. Numbers rise by one, so a listener sees that it missed some. */
export type Notice = { readonly version: number; readonly changes: readonly RowsChanged[]; readonly outbox: boolean };

type MetaRow = { readonly key: string; readonly value: unknown };
type ReserveRow = { readonly key: string; readonly bytes: Uint8Array };

/** Every table and its rows; `tableKeys` names their primary keys. */
export type Tables = {
  meta: MetaRow;
  layouts: Layout;
  blocks: StoredBlock;
  fresh: FreshRow;
  overlay: OverlayRow;
  outbox: OutboxEntry;
  ackJournal: JournalEntry;
  notices: Notice;
  cached: CachedAnswer;
  drafts: Draft;
  ballast: ReserveRow;
};
export type TableName = keyof Tables;

/** Primary key of each table: one field, or two. */
export const tableKeys = {
  meta: ['key'],
  layouts: ['collection'],
  blocks: ['collection', 'no'],
  fresh: ['collection', 'id'],
  overlay: ['collection', 'id'],
  outbox: ['entry'],
  ackJournal: ['entry'],
  notices: ['version'],
  cached: ['key'],
  drafts: ['key'],
  ballast: ['key'],
} as const satisfies Record<TableName, readonly string[]>;

export const tableNames = Object.keys(tableKeys) as TableName[];

/** Everything that rows and changes live in; one scope, so that a transaction never forgets a table. */
export const rowTables = [
  'meta',
  'layouts',
  'blocks',
  'fresh',
  'overlay',
  'outbox',
  'ackJournal',
  'notices',
] as const satisfies readonly TableName[];
