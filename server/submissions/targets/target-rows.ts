import { type Selectable, sql } from 'kysely';
import { absent } from '#contract/rows/absent.ts';
import type { ShortSubmissionTarget } from '#contract/submissions/targets.ts';
import { submissionSettingKeys } from '#contract/submissions/words.ts';
import { submissionSystem } from '#domain/submissions/systems.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Database } from '#server/kit/db/schema.ts';
import { type CustomerNamed, customerOf, type Loader } from '#server/kit/http/loaders.ts';
import { capabilitiesOf } from './open-adapter.ts';

/** A submission target as stored. */
export type StoredSubmissionTarget = { readonly customerId: number; readonly row: Selectable<Database['submission_target']> };

/** One submission target of a customer; undefined if it has none with this id. */
export async function findSubmissionTarget(
  db: Db | Tx,
  customerId: number,
  id: number,
  lock = false,
): Promise<StoredSubmissionTarget | undefined> {
  const query = db.selectFrom('submission_target').selectAll().where('customer_id', '=', customerId).where('id', '=', id);
  const found = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return found && { customerId, row: found };
}

/** The submission targets of a customer, by name. */
export async function submissionTargetsOf(db: Db | Tx, customerId: number): Promise<StoredSubmissionTarget[]> {
  const rows = await db
    .selectFrom('submission_target')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ customerId, row }));
}

/** Loads the submission target whose id a call sends under `key`. With `orNew`, id 0 gives null. */
export function submissionTarget<K extends string, const New extends boolean = false>(
  key: K,
  { lock = false, orNew }: { readonly lock?: boolean; readonly orNew?: New } = {},
): Loader<Readonly<Record<K, number>> & CustomerNamed, StoredSubmissionTarget | (New extends true ? null : never)> {
  return {
    locks: lock,
    absent: (args) => absent('submission target', args[key]),
    find: async (db, args) => {
      if (orNew === true && args[key] === 0) return null as New extends true ? null : never;
      return findSubmissionTarget(db, customerOf(args), args[key], lock);
    },
  };
}

/** The settings of a target under their plain names; '' for those that were never set. */
export const settingsOf = ({ row }: StoredSubmissionTarget) =>
  Object.fromEntries(submissionSettingKeys.map((key) => [key, row.settings[key] ?? ''])) as Record<
    (typeof submissionSettingKeys)[number],
    string
  >;

/** A target as a choice of a list. */
export function shortTarget({ row }: StoredSubmissionTarget): ShortSubmissionTarget {
  const system = submissionSystem(row.system_id);
  const can = capabilitiesOf(row.system_id);
  return {
    id: row.id,
    systemId: row.system_id,
    name: row.name,
    systemName: system?.name ?? '',
    type: system?.type ?? 4,
    isActive: row.active,
    sharesDocuments: row.shares_documents,
    isSource: can.searchCaregivers,
    isDestination: can.submit,
  };
}
