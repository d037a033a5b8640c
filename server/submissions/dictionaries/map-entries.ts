import { type RawBuilder, sql } from 'kysely';
import { no } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { betweenProblem, entryName } from '#domain/submissions/dictionaries.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { authorOf, openDictionarySteps } from '../mapping/step-book.ts';
import { dictionaryEntries } from './dictionary-rows.ts';

/** What changes mappings: the transaction of a call, and who makes it. */
type Changing = Parameters<typeof authorOf>[0] & { readonly tx: Tx };

/** Maps an entry of a source to one of the same dictionary of a destination. It has one mapping to each destination. */
export async function mapEntries(call: Changing, customerId: number, fromId: number, toId: number) {
  const { tx } = call;
  const [from] = await dictionaryEntries(tx, { customerId, id: fromId });
  if (!from) return no(absent('dictionary entry', fromId));
  const [to] = await dictionaryEntries(tx, { customerId, id: toId });
  if (!to) return no(absent('dictionary entry', toId));
  const problem = betweenProblem(from, to);
  if (problem) return no({ kind: 'invalid' as const, fields: { [problem.field]: problem.message } });
  const book = await openDictionarySteps(tx, customerId, [to.targetId], authorOf(call));
  const step = { targetId: to.targetId, fromId, toId };
  book.store(step);
  await book.write();
  return done(
    { id: book.find(step)?.id ?? 0, fromId, toId },
    { object: ['submissionTarget', from.targetId] as const, facts: { name: entryName(from), to: entryName(to) } },
  );
}

/** Removes a mapping of a customer. Returns the entry of its source; undefined if there is none with this id. */
export async function unmapEntry(
  call: Changing,
  customerId: number,
  id: number,
): Promise<{ readonly fromId: number } | undefined> {
  const targetIds = await targetsOf(call.tx, customerId, sql`id = ${id}`);
  const book = await openDictionarySteps(call.tx, customerId, targetIds, authorOf(call));
  const step = book.withId(id);
  if (!step) return undefined;
  book.remove(step);
  await book.write();
  return step;
}

/** Removes an entry of a dictionary with every mapping from it and to it. */
export async function removeEntry(call: Changing, customerId: number, id: number): Promise<void> {
  const targetIds = await targetsOf(call.tx, customerId, sql`(from_id = ${id} or to_id = ${id})`);
  const book = await openDictionarySteps(call.tx, customerId, targetIds, authorOf(call));
  for (const step of book.all()) if (step.fromId === id || step.toId === id) book.remove(step);
  await call.tx.deleteFrom('submission_entry').where('customer_id', '=', customerId).where('id', '=', id).execute();
  await book.write();
}

/** The destinations of some mappings of a customer. */
async function targetsOf(tx: Tx, customerId: number, which: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct target_id as id from submission_dictionary_link
    where customer_id = ${customerId} and not deleted and ${which}`.execute(tx);
  return rows.map(({ id }) => id);
}
