import { type RawBuilder, sql } from 'kysely';

/**
 * A condition on a table's customer column: the customer is at work, so that its tasks are collected, its jobs posted and its runs
 * carried out. It is not for one that is deleted, inactive or suspended (docs/decisions/0055).
 */
export const isAtWork = (column: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from customer w where w.id = ${sql.ref(column)} and w.deleted_at is null and w.status in ('active', 'trial'))`;

/** A condition on the columns of `customer` under this alias: its people may sign in, and mail is sent. */
export const isOpen = (customer: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${customer}.deleted_at`)} is null and ${sql.ref(`${customer}.status`)} <> 'inactive')`;
