import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { mostDatasetRows, mostDescription } from '#contract/ai/dataset.ts';
import type { DatasetLabel, DatasetProposal, DatasetReading, DatasetRow } from '#contract/rows/dataset-row.ts';
import { needsSecond, splitOf } from '#domain/ai/dataset/split-of.ts';
import { read } from '#domain/parsing/extract/extract.ts';
import { plainText } from '#domain/parsing/extract/plain-text.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { rowsOf } from '#server/kit/db/rows.ts';

/** What a text comes with: the first job that has it, and labels, if it comes from a file. */
export type DatasetText = Pick<DatasetRow, 'description' | 'jobId' | 'providerJobId' | 'source' | 'workType'> & {
  readonly labels: readonly DatasetLabel[];
  readonly settled: DatasetLabel | null;
};

/** The built-in engine among the proposals of a row. */
const builtInEngine = 'Built-in';

/** The text of a description as people read it. A longer one is cut. */
export const textOf = (description: string): string => plainText(description).text.trim().slice(0, mostDescription);

/** The digest of a text: 32 hex digits. Letter case and white space do not count. */
const digestOfText = (text: string): string =>
  createHash('sha256').update(text.replaceAll(/\s+/g, ' ').trim().toLowerCase()).digest('hex').slice(0, 32);

const certaintyOf = (reading: ReturnType<typeof read>): number | null => {
  const known = [reading.shift?.certainty, reading.rate?.certainty].filter((value) => value !== undefined);
  return known.length === 0 ? null : Math.min(...known);
};

/** What the built-in engine reads in a text. */
function builtInProposal(text: string): DatasetProposal {
  const found = read(text);
  return { engine: builtInEngine, reading: plainReading(found), certainty: certaintyOf(found) };
}

/** A reading with its documented parts alone. */
export function plainReading({ shift, rate }: DatasetReading): DatasetReading {
  return {
    shift: shift && {
      substring: shift.substring,
      start: shift.start,
      end: shift.end,
      hours: shift.hours,
      shiftsPerWeek: shift.shiftsPerWeek,
      modifiers: [...shift.modifiers],
    },
    rate: rate && { substring: rate.substring, rate: rate.rate, minRate: rate.minRate },
  };
}

/** Rows written at once, so that no one waits long for the feed of the customer. */
const atOnce = 250;

/** How many texts were new, got new labels, were there as they are, and found no room. */
export type Added = { readonly added: number; readonly changed: number; readonly known: number; readonly left: number };

/** One at a time for each customer, so that two of them do not add the same text. */
const hold = (tx: Tx, customerId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`dataset of ${customerId}`}, 0))`.execute(tx);

/** Adds texts to the dataset of a customer, equal ones once. A text that is there keeps what people said of it and gets what is new. */
export async function addTexts(db: Db, customerId: number, texts: readonly DatasetText[]): Promise<Added> {
  let sum: Added = { added: 0, changed: 0, known: 0, left: 0 };
  for (let from = 0; from < texts.length; from += atOnce) {
    const part = texts.slice(from, from + atOnce);
    const one = await db.transaction().execute((tx) => addSome(tx, customerId, part));
    sum = {
      added: sum.added + one.added,
      changed: sum.changed + one.changed,
      known: sum.known + one.known,
      left: sum.left + one.left,
    };
  }
  return sum;
}

/** As `addTexts`, for at most 250 texts in the caller’s transaction. */
export async function addSome(tx: Tx, customerId: number, texts: readonly DatasetText[]): Promise<Added> {
  await hold(tx, customerId);
  // Of equal texts the first one counts.
  const byDigest = new Map(texts.toReversed().map((text) => [digestOfText(text.description), text]));
  const digests = [...byDigest.keys()].toReversed();
  const where = sql`digest = any(${digests}::text[])`;
  const there = await rowsOf(tx, customerId, 'datasetRow', { where, lock: true });
  const total = await tx
    .selectFrom('dataset_row')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('deleted', '=', false)
    .executeTakeFirstOrThrow();
  const known = new Set(there.map(({ digest }) => digest));
  const fresh = digests.filter((digest) => !known.has(digest));
  const room = fresh.slice(0, Math.max(0, mostDatasetRows - total.count));
  const ids = await nextIds(tx, 'datasetRow', room.length);
  const added = room.flatMap((digest, i): DatasetRow[] => {
    const text = byDigest.get(digest);
    return text ? [newRow(text, digest, ids[i] ?? 0)] : [];
  });
  const changed = there.flatMap((row) => withLabelsOf(row, byDigest.get(row.digest)) ?? []);
  const rows = [...added, ...changed].map((row): Publication => ({ collection: 'datasetRow', row }));
  if (rows.length > 0) await writeRows(tx, customerId, rows);
  return {
    added: added.length,
    changed: changed.length,
    known: digests.length - fresh.length - changed.length,
    left: fresh.length - room.length,
  };
}

const newRow = (text: DatasetText, digest: string, id: number): DatasetRow => ({
  id,
  digest,
  split: splitOf(digest),
  second: needsSecond(digest),
  ...text,
  proposals: [builtInProposal(text.description)],
});

/** A row with the labels that a file has besides; undefined if it has none. Labels of people who are there already stay. */
function withLabelsOf(row: DatasetRow, text: DatasetText | undefined): DatasetRow | undefined {
  if (!text) return undefined;
  const names = new Set(row.labels.map(({ by }) => by));
  // The words that a label marks must be in the text as it is here.
  const isHere = ({ reading: { shift, rate } }: DatasetLabel) =>
    [shift, rate].every((part) => part === null || row.description.includes(part.substring));
  const labels = text.labels.filter((label) => !names.has(label.by) && isHere(label));
  const settled = row.settled ?? (text.settled && isHere(text.settled) ? text.settled : null);
  return labels.length === 0 && settled === row.settled ? undefined : { ...row, labels: [...row.labels, ...labels], settled };
}
