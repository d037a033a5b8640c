import type { CommandResult, FieldConflict, RefusalCode } from '#contract/commands/commands.ts';
import type { CollectionName } from '#contract/rows/rows.ts';
import type { PreValues } from '#contract/sync/sync.ts';
import type { Before } from '#domain/commands/kit/command.ts';

/** Any replicated row: the part that all collections share. */
export type Row = { readonly id: number } & Readonly<Record<string, unknown>>;

/**
 * One column of a stored block. It uses typed arrays, because a cold start waits for reading them. Values that many rows share
 * are a dictionary. Other numbers are stored directly, and instants as milliseconds, where `NaN` means null. Other lists and
 * objects are JSON values.
 */
export type StoredColumn =
  | { readonly kind: 'dict'; readonly values: readonly unknown[]; readonly codes: Uint8Array | Uint16Array | Uint32Array }
  | { readonly kind: 'num' | 'instant'; readonly values: Float64Array }
  | { readonly kind: 'json'; readonly values: readonly unknown[] };

/**
 * Rows of one collection, column by column, ascending by id. A block is never rewritten: a fold writes a new block with a new
 * number.
 */
export type StoredBlock = {
  readonly collection: CollectionName;
  readonly no: number;
  readonly ids: Float64Array;
  readonly columns: Readonly<Record<string, StoredColumn>>;
};

/** A block's number, id range, and number of rows. */
export type BlockRange = { readonly no: number; readonly first: number; readonly last: number; readonly rows: number };

/**
 * The blocks of a collection. `shadow` holds blocks of a snapshot that is loading; `retired` holds blocks that readers may still
 * use.
 */
export type Layout = {
  readonly collection: CollectionName;
  readonly live: readonly BlockRange[];
  readonly shadow: readonly BlockRange[];
  readonly retired: readonly number[];
  /** False while the first snapshot is still arriving. */
  readonly complete: boolean;
};

/** A row newer than its block. `row: null` means that it was deleted. */
export type FreshRow = {
  readonly collection: CollectionName;
  readonly id: number;
  readonly rev: number;
  readonly row: Row | null;
};

/** A row with local changes that are not reflected yet, and the entries of these changes. */
export type OverlayRow = {
  readonly collection: CollectionName;
  readonly id: number;
  readonly row: Row;
  readonly entries: readonly number[];
};

/** Why an entry needs the user: the service's refusal, or an event on this device. */
export type ParkReason = {
  readonly code: RefusalCode | 'crashed' | 'too_large' | 'lost' | 'confirm';
  readonly message: string;
  readonly conflicts: readonly FieldConflict[];
};

/**
 * One change in the outbox. `entry` identifies it on this device, and `seq` is its number in the lane `clientId`. The transaction
 * that writes it assigns both. Never rename, reshape, or re-key this table [edge case 10].
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
  /** The change was sent at least once, so the service may know it. */
  readonly sent: boolean;
  /** Failed attempts without a definite answer. */
  readonly tries: number;
  /** Number of command runs that ended the process, counted while a crash is investigated [edge case 37]. */
  readonly trying?: number;
  /** The rows before the change, for undo. */
  readonly before: readonly Before[];
  /** Rows that the change names, as `collection/id`. A later change of one of them depends on this change. */
  readonly rows: readonly string[];
  /** Set by the acknowledgement. */
  readonly rev: number | null;
  readonly result: CommandResult | null;
};

/** An acknowledged change, kept for a week so that it can be sent again to a restored service [edge case 16]. */
export type JournalEntry = OutboxEntry & { readonly ackedAt: string };

/** The last reply of a call with offline policy `cached`. */
export type CachedAnswer = { readonly key: string; readonly at: string; readonly reply: unknown };

/** Unsaved form input, per form. */
export type Draft = { readonly key: string; readonly at: string; readonly value: unknown };

/**
 * Changed rows of one collection; `all` after a snapshot. `block` is the new block that contains them, if they exist only there.
 */
export type RowsChanged = {
  readonly collection: CollectionName;
  readonly ids: readonly number[] | 'all';
  readonly block?: number;
};

/** What one committed transaction changed. Versions increase by one, so a listener detects missed notices. */
export type Notice = { readonly version: number; readonly changes: readonly RowsChanged[]; readonly outbox: boolean };

/**
 * A file of a ticket that waits on this device until it is sent [edge case 30]. `id` is the UUID under which the service keeps it once.
 * `ticketId` is null for a ticket that the service has not numbered: its UUID is `ticketRef`.
 */
export type WaitingFile = {
  readonly id: string;
  readonly ticketId: number | null;
  readonly ticketRef: string | null;
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly at: string;
  /** Why the service did not take it; null while it waits. */
  readonly refused: string | null;
};

type MetaRow = { readonly key: string; readonly value: unknown };
type ReserveRow = { readonly key: string; readonly bytes: Uint8Array };

/** Every table and its row type. `tableKeys` holds their primary keys. */
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
  files: WaitingFile;
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
  files: ['id'],
} as const satisfies Record<TableName, readonly string[]>;

export const tableNames = Object.keys(tableKeys) as TableName[];

/** All tables for rows and changes. Transactions use this one scope, so that none omits a table. */
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
