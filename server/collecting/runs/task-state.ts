import { createHash } from 'node:crypto';
import * as z from 'zod';
import { ColumnShape } from '#contract/collecting/column-mapping.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { SourceRow, TaskRow } from '#contract/rows/rows.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { CollectOptions } from '#server/parsing/collect-records.ts';
import { columnAliasesOf } from '#server/rules/field-aliases/read-field-aliases.ts';
import type { Collector, Credentials } from '../collectors/collector.ts';
import { FileSettings } from '../collectors/feed.ts';
import { rememberedOf } from '../column-mappings/column-mappings.ts';
import { type CrawlerSetup, crawlerSetup } from '../crawlers/crawler-setups.ts';
import { statusMeanings } from '../status-texts/vendor-statuses.ts';
import { collectorOf } from './collectors.ts';

/** What a task remembers of its runs, stored in `task.marks`. */
export const TaskMarks = z.object({
  /** What its collector returned with the last file. */
  vendor: z.record(z.string(), z.string()).default({}),
  /** The digest of the last file that was staged whole, and of how it was read and ruled. */
  digest: z.string().default(''),
  reading: z.string().default(''),
  /** The columns of that file, and its kept copy. */
  shape: z.array(ColumnShape).readonly().default([]),
  fileId: z.number().nullable().default(null),
  /** Failed runs in a row. */
  failures: z.number().default(0),
  /** When a person reset what the last run counted; absent after a run. */
  countersResetAt: z.string().optional(),
});
export type TaskMarks = z.infer<typeof TaskMarks>;
export const noMarks: TaskMarks = TaskMarks.parse({});

export type StoredTask = {
  readonly row: TaskRow;
  readonly settings: Record<string, unknown>;
  readonly marks: TaskMarks;
  readonly source: SourceRow;
  /** The customer's time zone. */
  readonly zone: string;
};

/** A task that can run. */
export type ReadyTask = StoredTask & { readonly collector: Collector; readonly credentials: Credentials };

export async function readTask(db: Db | Tx, customerId: number, taskId: number): Promise<StoredTask | null> {
  const found = await db
    .selectFrom('task')
    .innerJoin('customer', 'customer.id', 'task.customer_id')
    .select(['task.row', 'task.settings', 'task.marks', 'customer.time_zone'])
    .where('task.customer_id', '=', customerId)
    .where('task.id', '=', taskId)
    .where('task.deleted', '=', false)
    .executeTakeFirst();
  if (!found) return null;
  const row = found.row as TaskRow;
  const source = await db
    .selectFrom('source')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('id', '=', row.sourceId)
    .executeTakeFirst();
  const { settings, time_zone: zone } = found;
  return source ? { row, settings, zone, marks: TaskMarks.parse(found.marks), source: source.row as SourceRow } : null;
}

/** Why a task cannot run. `not_ready` names what is missing. */
export type NotReady = { readonly kind: 'not_found' | 'not_ready'; readonly words: string };

/** A task with its collector and credentials, if it can run. */
export async function readyTask(
  {
    db,
    credentials,
  }: { readonly db: Db | Tx; readonly credentials: (customerId: number, taskId: number) => Promise<Credentials> },
  customerId: number,
  taskId: number,
): Promise<Result<ReadyTask, NotReady>> {
  const task = await readTask(db, customerId, taskId);
  if (!task) return no({ kind: 'not_found', words: 'This task no longer exists.' });
  const crawler = await crawlerSetup(db, task.row.crawlerId);
  const collector = crawler && collectorOf(crawler.kind);
  if (!collector)
    return no({ kind: 'not_ready', words: `${task.row.crawler} brings its jobs by itself: there is nothing to run.` });
  const settings = settingsOf(crawler, task.settings);
  if (!collector.settings.safeParse(settings).success)
    return no({ kind: 'not_ready', words: 'The settings of the task cannot be read. Save the task again.' });
  const given = await credentials(customerId, taskId);
  if (!task.row.ready)
    return no({ kind: 'not_ready', words: 'Fill in first what the task asks for: its address or its sign-in.' });
  return ok({ ...task, settings, collector, credentials: given });
}

/** What the collector of a task is given: for a portal the recipe of its crawler, else the settings of the task. */
export const settingsOf = ({ kind, recipe }: Pick<CrawlerSetup, 'kind' | 'recipe'>, settings: Record<string, unknown>) =>
  kind === 'portal' ? { ...settings, recipe } : settings;

/** How the settings of a task say its files are read; the usual way if they are unreadable. */
export function fileOptions(settings: unknown, now: Date): CollectOptions {
  const read = FileSettings.safeParse(settings);
  return { ...(read.success ? read.data : FileSettings.parse({})), today: now.toISOString().slice(0, 10) };
}

/** How the files of a task are read now, with what its people chose for the columns of its source. */
export async function readingOf(db: Db, { row, settings }: StoredTask, customerId: number, now: Date): Promise<CollectOptions> {
  const place = { customerId, sourceId: row.sourceId };
  const [learned, statuses, fieldAliases] = await Promise.all([
    rememberedOf(db, customerId, row.sourceId),
    statusMeanings(db, place),
    columnAliasesOf(db, customerId),
  ]);
  return { ...fileOptions(settings, now), learned, statuses, fieldAliases };
}

/** A short text that differs as soon as one of the parts does. */
export const digestOfParts = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
