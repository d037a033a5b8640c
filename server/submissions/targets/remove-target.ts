import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import { no } from '#contract/kit/result.ts';
import { removeSubmissionTarget } from '#contract/submissions/targets.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';

import { loginSecret, submissionSecret } from './secret-places.ts';
import { submissionTarget } from './target-rows.ts';

/** Tables of which a target's rows go with it. */
const ofTarget = [
  'submission_entry',
  'submission_list',
  'submission_waiting_list',
  'submission_login',
  'submission_subscription',
] as const;

/** Removes a submission target with all that belongs to it. Submissions that ended stay, with the names of their targets. */
export const removeSubmissionTargetRoute: Handler = handle(
  removeSubmissionTarget,
  { audit: 'submission.target.remove', stepUp: true, load: { target: submissionTarget('id', { lock: true }) } },
  async ({ id, name }, { services: { secrets }, tx, customerId }, { target }) => {
    if (name.trim() !== target.row.name)
      return no({ kind: 'invalid', fields: { name: `Type the name exactly as it is written: ${target.row.name}` } });
    const open = await openSubmissions(tx, customerId, id);
    if (open > 0) {
      const words = open === 1 ? '1 submission of it is' : `${open} submissions of it are`;
      return no({
        kind: 'invalid',
        fields: { id: `${messages.targetNotDeleted} ${words} on the way: wait for it, or decide about it first.` },
      });
    }
    await removeAll(tx, secrets, customerId, id);
    return done(
      { message: `The submission target “${target.row.name}” was removed` },
      { object: ['submissionTarget', id], facts: { name: target.row.name } },
    );
  },
);

async function openSubmissions(tx: Tx, customerId: number, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from submission where customer_id = ${customerId} and (from_id = ${id} or to_id = ${id})
      and state in ('wanted', 'sending', 'unknown', 'human')`.execute(tx);
  return rows[0]?.count ?? 0;
}

async function removeAll(tx: Tx, secrets: Secrets, customerId: number, id: number): Promise<void> {
  const logins = await tx
    .selectFrom('submission_login')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', id)
    .execute();
  for (const login of logins) await secrets.put(tx, loginSecret(customerId, login.id), null);
  await secrets.put(tx, submissionSecret(customerId, id), null);
  const itsEntries = sql`(select e.id from submission_entry e where e.customer_id = ${customerId} and e.target_id = ${id})`;
  const dictionaries = await rowsOf(tx, customerId, 'submissionDictionaryStep', {
    where: sql`(target_id = ${id} or from_id in ${itsEntries})`,
  });
  for (const table of ofTarget)
    await tx.deleteFrom(table).where('customer_id', '=', customerId).where('target_id', '=', id).execute();
  const packages = await rowsOf(tx, customerId, 'submissionPackage', { where: sql`target_id = ${id}` });
  const steps = await rowsOf(tx, customerId, 'submissionPair', { where: sql`target_id = ${id}` });
  const documents = await rowsOf(tx, customerId, 'submissionDocumentStep', { where: sql`target_id = ${id}` });
  await tx.deleteFrom('submission_target').where('customer_id', '=', customerId).where('id', '=', id).execute();
  await writeRows(tx, customerId, [
    ...packages.map((one) => ({ collection: 'submissionPackage', id: one.id, removed: true }) as const),
    ...dictionaries.map((one) => ({ collection: 'submissionDictionaryStep', id: one.id, removed: true }) as const),
    ...documents.map((one) => ({ collection: 'submissionDocumentStep', id: one.id, removed: true }) as const),
    ...steps.map((one) => ({ collection: 'submissionPair', id: one.id, removed: true }) as const),
  ]);
}
