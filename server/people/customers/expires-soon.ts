import { type RawBuilder, sql } from 'kysely';
import { expiryNoticeDays } from '#domain/crawlers/password-expiry.ts';

/** The condition that the password of a task is about to expire, or has, so that the task needs attention. */
export const expiresSoon = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce((${sql.ref(`${alias}.row`)} ->> 'passwordExpiresOn')::date <= current_date + ${sql.lit(expiryNoticeDays)}, false)`;
