import { type Absent, absent } from '#contract/rows/absent.ts';
import type { CollectionName } from '#contract/rows/rows.ts';
import type { Db, Tx } from '../db/connection.ts';
import { type Stored, storedRow, storedRowOfAnyone } from '../db/rows.ts';

/** What a loader needs to know about the caller. */
export type Caller = {
  readonly customerId: number;
  readonly administrator: boolean;
  /** Other customers that the caller works for. */
  readonly linkedCustomers?: readonly number[];
};

/**
 * Reads the rows that a call works on before its handler runs; `undefined` is answered with `not_found`. A loader that `locks`
 * keeps them locked until the call's transaction ends.
 */
export type Loader<Args, T> = {
  readonly locks: boolean;
  readonly find: (db: Db | Tx, args: Args, actor: Caller | null) => Promise<T | undefined>;
  /** The refusal that names the row which does not exist. Without it, the refusal says only `not_found`. */
  readonly absent?: (args: Args) => Absent;
};

/** The type that a loader returns. */
export type LoadedBy<L> = L extends Loader<never, infer T> ? T : never;

/** The argument that names the customer of a call. */
export type CustomerNamed = { readonly cust: number } | { readonly me: number };
type Options = { readonly lock?: true; readonly orNew?: true };
type OrNew<O> = O extends { readonly orNew: true } ? null : never;

/**
 * One row of the customer that the call names, by the id in its argument `key`. `lock` locks it until the call's transaction
 * ends. With `orNew`, id 0 means a new row and gives null.
 */
export function row<C extends CollectionName, K extends string, const O extends Options = Options>(
  collection: C,
  key: K,
  options?: O,
): Loader<Readonly<Record<K, number>> & CustomerNamed, Stored<C> | OrNew<O>> {
  const lock = options?.lock ?? false;
  return {
    locks: lock,
    absent: (args) => absent(collection, args[key]),
    find: async (db, args) => {
      const id = args[key];
      if (options?.orNew === true && id === 0) return null as OrNew<O>;
      return storedRow(db, customerOf(args), collection, id, lock);
    },
  };
}

/** The row that a filter of a list names; null if the filter has the number that means all, which is below 1. */
export function rowOrAll<C extends CollectionName, K extends string>(
  collection: C,
  key: K,
): Loader<Readonly<Record<K, number>> & CustomerNamed, Stored<C> | null> {
  const one: Loader<Readonly<Record<K, number>> & CustomerNamed, Stored<C>> = row(collection, key);
  return { ...one, find: async (db, args, actor) => (args[key] < 1 ? null : one.find(db, args, actor)) };
}

/**
 * One row by the id in an argument, for a call that names no customer. It must belong to the caller's own customer; an
 * administrator may load any.
 */
export function rowOfActor<C extends CollectionName, K extends string>(
  collection: C,
  key: K,
  { lock = false }: { readonly lock?: boolean } = {},
): Loader<Readonly<Record<K, number>>, Stored<C>> {
  return {
    locks: lock,
    absent: (args) => absent(collection, args[key]),
    find: async (db, args, actor) => {
      if (actor === null) return undefined;
      if (actor.administrator) return storedRowOfAnyone(db, collection, args[key], lock);
      return storedRow(db, actor.customerId, collection, args[key], lock);
    },
  };
}

/** The customer that the arguments of a call name, after it was resolved to a number. */
export const customerOf = (args: CustomerNamed): number => ('cust' in args ? args.cust : args.me);
