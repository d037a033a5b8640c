import { sql } from 'kysely';
import { no } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { dictionaryEntries } from './dictionary-rows.ts';

/** Maps an entry of a source to one of the same dictionary of a destination. It has one mapping to each destination. */
export async function mapEntries(tx: Tx, customerId: number, fromId: number, toId: number) {
  const [from] = await dictionaryEntries(tx, { customerId, id: fromId });
  if (!from) return no(absent('dictionary entry', fromId));
  const [to] = await dictionaryEntries(tx, { customerId, id: toId });
  if (!to) return no(absent('dictionary entry', toId));
  if (from.objectId !== to.objectId)
    return no({ kind: 'invalid' as const, fields: { toId: 'Choose an entry of the same dictionary' } });
  if (from.targetId === to.targetId)
    return no({ kind: 'invalid' as const, fields: { toId: 'Choose an entry of another target' } });
  await sql`
    delete from submission_dictionary_link l where l.customer_id = ${customerId} and l.from_id = ${fromId} and l.to_id in (
      select e.id from submission_entry e where e.customer_id = ${customerId} and e.target_id = ${to.targetId})`.execute(tx);
  const link = { customer_id: customerId, from_id: fromId, to_id: toId };
  const { id } = await tx.insertInto('submission_dictionary_link').values(link).returning('id').executeTakeFirstOrThrow();
  return done(
    { id, fromId, toId },
    { object: ['submissionTarget', from.targetId] as const, facts: { name: from.name || from.extId, to: to.name || to.extId } },
  );
}
