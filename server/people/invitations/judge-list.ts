import { sql } from 'kysely';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Actor, Services } from '#server/kit/http/handle.ts';
import { type Added, addPerson } from '../users/add-person.ts';

/** A person to invite. */
export type Listed = {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly roleId: number;
};

/** What became of a person of a list. */
export type Outcome =
  | { readonly kind: 'invited'; readonly added: Added }
  | { readonly kind: 'known' }
  | { readonly kind: 'refused'; readonly problem: string };

type Parts = { readonly services: Omit<Services, 'db'>; readonly actor: Actor };

/**
 * Invites a person as one added by hand is invited. A refusal undoes this person alone, so that the rest of a list goes on. Who works
 * for the customer already is left as they are.
 */
export async function inviteListed(tx: Tx, parts: Parts, customerId: number, listed: Listed): Promise<Outcome> {
  const email = listed.email.toLowerCase();
  if (await worksHere(tx, customerId, email)) return { kind: 'known' };
  await sql`savepoint listed_person`.execute(tx);
  const added = await addPerson(tx, parts, customerId, { ...listed, email });
  if (added.ok) {
    await sql`release savepoint listed_person`.execute(tx);
    return { kind: 'invited', added: added.value };
  }
  await sql`rollback to savepoint listed_person`.execute(tx);
  return { kind: 'refused', problem: sentencesOf(added.error.fields) };
}

const sentencesOf = (fields: Readonly<Record<string, string>>): string =>
  Object.values(fields)
    .map((words) => words.replace(/\.?$/, '.'))
    .join(' ');

async function worksHere(tx: Tx, customerId: number, email: string): Promise<boolean> {
  const found = await tx
    .selectFrom('sign_in')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .where('email', '=', email)
    .executeTakeFirst();
  return found !== undefined;
}

/** Carries the result of a trial out of its transaction and undoes it. */
class Tried<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('tried');
    this.result = result;
  }
}

/** Does work in a transaction that is undone: nothing is stored, and no email leaves. */
export async function onTrial<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (tx): Promise<never> => {
      throw new Tried(await work(tx));
    });
  } catch (error) {
    if (error instanceof Tried) return error.result as T;
    throw error;
  }
}
