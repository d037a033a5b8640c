import type { AttemptKind } from '#contract/posting/attempts.ts';
import type { SentValues } from '#server/targets/adapter/sent-values.ts';
import type { Tx } from '../../kit/db/connection.ts';
import { ofPost, type PostKey } from '../rows/post-key.ts';
import type { Attempt, AttemptBegun, AttemptEnd } from './attempt.ts';
import { withoutSecrets } from './without-secrets.ts';

/** What a change of a post keeps of its calls. */
export type KeptAttempts = {
  /** A call that begins once the change is committed. */
  readonly begins?: AttemptBegun;
  /** How the call that is under way ended. */
  readonly ends?: AttemptEnd;
  /** Calls that are over. */
  readonly made?: readonly Attempt[];
};

const broken: AttemptEnd = {
  answer: 'unknown',
  words: 'The service stopped during the call',
  externalId: null,
  status: null,
  body: null,
  milliseconds: 0,
};

/**
 * Writes the calls of a post in the transaction that changes it. A call that was under way and has no end here was broken off: the
 * service stopped, and its lease has ended.
 */
export async function keepAttempts(tx: Tx, post: PostKey, at: Date, { begins, ends, made = [] }: KeptAttempts): Promise<void> {
  const { customerId: customer_id, targetId: target_id, jobId: job_id, generation } = post;
  const { externalId, milliseconds, ...end } = ends ?? broken;
  await tx
    .updateTable('post_attempt')
    .set({ ...end, external_id: externalId, milliseconds: ends ? milliseconds : null })
    .where(ofPost(post))
    .where('answer', 'is', null)
    .execute();
  const key = { customer_id, target_id, job_id, generation };
  const rows = made.map(({ externalId: external_id, sent, stored, notes, ...rest }) => ({
    ...key,
    ...rest,
    external_id,
    sent: clean(sent),
    stored: clean(stored),
    notes: JSON.stringify(notes),
  }));
  if (rows.length > 0) await tx.insertInto('post_attempt').values(rows).execute();
  if (begins)
    await tx
      .insertInto('post_attempt')
      .values({ ...key, at, kind: begins.kind, sent: clean(begins.sent), notes: '[]' })
      .execute();
}

const clean = (values: SentValues | null): string | null => (values === null ? null : JSON.stringify(withoutSecrets(values)));

/** A call that wrote a job order. */
export type Written = { readonly kind: AttemptKind; readonly sent: SentValues };

/** The last call that wrote a post's job order. Null if there is none, or if it is older than attempts are kept. */
export async function lastWritten(tx: Tx, post: PostKey): Promise<Written | null> {
  const row = await tx
    .selectFrom('post_attempt')
    .select(['kind', 'sent'])
    .where(ofPost(post))
    .where('kind', 'in', ['post', 'update', 'close'])
    .where('answer', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.sent ? { kind: row.kind, sent: row.sent as SentValues } : null;
}
