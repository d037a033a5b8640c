import { type Db, openScope, type Tx } from './connection.ts';
import type { Customers } from './of-customers.ts';

const scopes = new WeakMap<Db, Map<string, Db>>();
const wholes = new WeakMap<Db, Db>();
/** A scope is small, but an installation may have thousands of customers, each with the linked ones of every user. */
const mostKept = 2000;

/**
 * The same database, limited by row level security to the rows of these customers: rows of others do not exist for its statements,
 * and writing one is an error (SQLSTATE 42501). `all` are those that are not deleted. Tables of no customer are not limited.
 */
export function scopeTo(db: Db, customers: Customers): Db {
  const key = customers === 'all' ? customers : [...new Set(customers)].sort((a, b) => a - b).join();
  const whole = withoutScope(db);
  const kept = scopes.get(whole) ?? new Map<string, Db>();
  scopes.set(whole, kept);
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= mostKept) kept.clear();
  const scope = openScope(whole, statementsOf(key));
  kept.set(key, scope);
  wholes.set(scope, whole);
  return scope;
}

/**
 * The database that a scope was made of, with the rows of all customers; a transaction as it is, since it keeps the customers that
 * it began with. For what one call does in two customers' rows, such as working as another user.
 */
export const withoutScope = <D extends Db | Tx>(db: D): D => (wholes.get(db) as D | undefined) ?? db;

/** Sets role and customers until the end of the transaction. */
function statementsOf(key: string): string {
  if (key === 'all') return 'set local role jobdock_everyone';
  if (!/^\d+(,\d+)*$/.test(key)) throw new Error(`not customers: ${key}`);
  return key.includes(',')
    ? `set local role jobdock_customers; set local jobdock.customers = '{${key}}'`
    : `set local role jobdock_customer; set local jobdock.customers = '${key}'`;
}
