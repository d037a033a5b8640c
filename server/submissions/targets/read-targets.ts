import { sql } from 'kysely';
import type { SubmissionTarget } from '#contract/submissions/targets.ts';
import { submissionSystems } from '#domain/submissions/systems.ts';
import { dictionaryObjects } from '#domain/submissions/words.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { capabilitiesOf } from './open-adapter.ts';
import { submissionSecret } from './secret-places.ts';
import { type StoredSubmissionTarget, settingsOf, shortTarget } from './target-rows.ts';

/** A target with its settings, its subscription and what its system can do; never its secret. */
export async function wholeTarget(db: Db | Tx, target: StoredSubmissionTarget): Promise<SubmissionTarget> {
  const { row, customerId } = target;
  const { id, systemId, name, systemName, type, isActive, sharesDocuments } = shortTarget(target);
  const place = submissionSecret(customerId, row.id);
  const secret = await db
    .selectFrom('secret')
    .select('owner')
    .where('customer_id', '=', customerId)
    .where('owner', '=', place.owner)
    .where('field', '=', place.field)
    .executeTakeFirst();
  const subscribed = await db
    .selectFrom('submission_subscription')
    .select(['name', 'made_at', 'read_at', 'problem'])
    .where('customer_id', '=', customerId)
    .where('target_id', '=', row.id)
    .executeTakeFirst();
  return {
    id,
    systemId,
    name,
    systemName,
    type,
    isActive,
    sharesDocuments,
    orgKey: row.org_key,
    site: row.site,
    settings: settingsOf(target),
    hasSecret: secret !== undefined,
    can: capabilitiesOf(systemId),
    checkedAt: row.checked_at,
    checkWords: row.check_words,
    subscription: subscribed
      ? { name: subscribed.name, madeAt: subscribed.made_at, readAt: subscribed.read_at, problem: subscribed.problem }
      : null,
  };
}

/** The choices of a submission target: systems, dictionaries, and the documents of Jobdock's own list by name. */
export async function choicesOfTargets(db: Db | Tx) {
  const documents = await db
    .selectFrom('jr_entry')
    .select(['id', 'name'])
    .where('kind', '=', 'document')
    .where('removed', '=', false)
    .orderBy(sql`lower(name)`)
    .execute();
  const systems = submissionSystems.map(({ id, name, type, keyLabel, secretLabel, siteLabel }) => ({
    id,
    name,
    type,
    keyLabel,
    secretLabel,
    siteLabel,
    can: capabilitiesOf(id),
  }));
  return { systems, dictionaries: [...dictionaryObjects], documents };
}
