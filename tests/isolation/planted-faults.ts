import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '#server/kit/db/connection.ts';

/** What a fault makes of the statements of the service. The product has no switch for them. */
const rewrites = {
  /** Jobs are read without a lock before they are changed. */
  'row locks': [[/(order by id\s+)for update\)/g, '$1)']],
  /** Two requests of one lane may run at once, and no key keeps a change from being stored twice. */
  'exactly once': [[/(client_id = \$\d+)\s+for update\)/g, '$1)']],
  /** Revisions come from a sequence, which takes no lock until the commit. */
  'revision order': [
    [
      /insert into customer_feed \(customer_id, rev\) select (\$\d+), 1\s+on conflict \(customer_id\) do update set rev = customer_feed\.rev \+ 1(\s+)returning rev\)/g,
      "select nextval('unlocked_rev') as rev from (select $1::int as customer) one)",
    ],
    [/\bf\.rev as head\b/g, '(select last_value from unlocked_rev) as head'],
  ],
  /** Each statement of a pull has its own snapshot. */
  'one snapshot': [[/^start transaction isolation level repeatable read/, 'start transaction']],
} as const satisfies Record<string, readonly (readonly [RegExp, string])[]>;
/** Faults that a test plants. */
export type Fault = keyof typeof rewrites;

const setup: Partial<Record<Fault, readonly string[]>> = {
  'exactly once': ['alter table mutation_result drop constraint mutation_result_pkey', 'drop index mutation_result_once'],
  'revision order': [
    'create sequence unlocked_rev start 1000',
    "select nextval('unlocked_rev')",
    'grant select on sequence unlocked_rev to jobdock_customer, jobdock_customers, jobdock_everyone',
  ],
};

type Send = (this: pg.Client, statement: unknown, ...rest: unknown[]) => unknown;

type Rewrites = readonly (readonly [RegExp, string])[];

/**
 * Rewrites every statement that this process sends until the returned function is called. Prepares the database for it. Throws
 * then, if a rewrite found no statement: the service has changed, and the fault would prove nothing.
 */
export async function plantFault(db: Db, fault: Fault): Promise<() => void> {
  for (const statement of setup[fault] ?? []) await sql.raw(statement).execute(db);
  return rewriteStatements(rewrites[fault]);
}

/** As `plantFault`, for these rewrites and a database that is prepared. */
export function rewriteStatements(by: Rewrites): () => void {
  const unused = new Set<RegExp>(by.map(([pattern]) => pattern));
  const rewritten = (text: string) =>
    by.reduce((before: string, [pattern, other]) => {
      const after = before.replace(pattern, other);
      if (after !== before) unused.delete(pattern);
      return after;
    }, text);
  const { prototype } = pg.Client;
  const send = Reflect.get(prototype, 'query') as Send;
  const changing: Send = function (this: pg.Client, statement: unknown, ...rest: unknown[]) {
    const isText = typeof statement === 'string';
    const changed = isText ? rewritten(statement) : withText(statement, rewritten);
    return send.call(this, changed, ...rest);
  };
  Reflect.set(prototype, 'query', changing);
  return () => {
    Reflect.set(prototype, 'query', send);
    if (unused.size > 0) throw new Error(`no statement matched ${[...unused].map(String).join(' and ')}`);
  };
}

/** A statement with other words, if it has any: a cursor, for example, has none. */
function withText(statement: unknown, rewritten: (text: string) => string): unknown {
  const { text } = statement as { readonly text?: unknown };
  return typeof text === 'string' ? Object.assign(statement as object, { text: rewritten(text) }) : statement;
}
