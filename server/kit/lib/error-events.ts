import { type ErrorKind, errorKinds } from '#contract/rows/error-kinds.ts';
import type { Db, Tx } from '../db/connection.ts';

/** Errors of one kind at one place. */
export type ErrorEvent = {
  readonly customerId: number;
  readonly kind: ErrorKind;
  readonly at: Date;
  /** How many errors; 1 without it. */
  readonly times?: number;
  readonly crawlerId?: number | null;
  readonly parserId?: number | null;
  /** What failed, such as `Task “Medloop”`. */
  readonly about: string;
  /** Why. It may hold text from outside. */
  readonly words: string;
};

/** Most characters of what failed, and of the reason. */
const [mostAbout, mostWords] = [200, 500];

/** Text as a column can hold it; a character of two parts is not cut between them. */
const fitted = (text: string, most: number): string =>
  text
    .replaceAll('\0', '')
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '');

/**
 * Stores an error that alerts count, in the transaction that records the error itself: it counts only if that commits. None of
 * `times` 0 is stored.
 */
export async function noteError(db: Db | Tx, event: ErrorEvent): Promise<void> {
  const { customerId, kind, at, times = 1, crawlerId = null, parserId = null, about, words } = event;
  if (times === 0) return;
  await db
    .insertInto('error_event')
    .values({
      customer_id: customerId,
      code: errorKinds[kind].code,
      at,
      times,
      crawler_id: crawlerId,
      parser_id: parserId,
      about: fitted(about, mostAbout),
      words: fitted(words, mostWords),
    })
    .execute();
}

/** The start of the cause of each email about errors. When one of these is refused, that counts as no further error. */
export const alertCause = 'error alert ';
