import { sql } from 'kysely';
import type { DocumentedTarget } from '#contract/posting/posting.ts';
import { absent } from '#contract/rows/absent.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import { type Holder, may } from '#domain/rights/may.ts';
import { connectionForm } from '#domain/targets/connection-forms/connections.ts';
import { addressOf } from '#domain/targets/connection-problems.ts';
import { homeTarget } from '#domain/targets/home-target.ts';
import { isPublished } from '#domain/targets/target-kinds.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import type { Customers } from '../kit/db/of-customers.ts';
import { type Stored, storedRow, storedRows } from '../kit/db/rows.ts';
import { type CustomerNamed, customerOf, type Loader } from '../kit/http/loaders.ts';
import { defaultIdsIn } from './adapter/default-ids.ts';

/** A target as stored: its customer, its replicated row, and the settings that stay on the service. */
export type StoredTarget = Stored<'target'>;

/** All targets of a customer, or of several, by id. */
export const targetsOf = (db: Db | Tx, whose: number | Customers): Promise<StoredTarget[]> => storedRows(db, whose, 'target');

const noMapping = { kind: 'not_found', what: 'This customer has no target that values are mapped to.' } as const;

/** The target whose id a call sends under `key`. Id 0 means the customer's first target that values are mapped to. */
export const targetMappedFor = <K extends string>(key: K): Loader<Readonly<Record<K, number>> & CustomerNamed, StoredTarget> => ({
  locks: false,
  absent: (args) => (args[key] === 0 ? noMapping : absent('target', args[key])),
  find: async (db, args) => {
    if (args[key] !== 0) return storedRow(db, customerOf(args), 'target', args[key]);
    const targets = await targetsOf(db, customerOf(args));
    const home = homeTarget(targets.map(({ row }) => row));
    return targets.find(({ row }) => row.id === home?.id);
  },
});

/** The documented letter of each kind of value. */
export const targetLetters: Record<MapKind, string> = { facility: 'F', degree: 'D', specialty: 'S', shift: 'H' };

/**
 * Converts targets to the documents' field names. Connection data and feed addresses are only for those who may change a target:
 * to all others those fields are blank.
 */
export async function documentedTargets(
  db: Db | Tx,
  targets: readonly StoredTarget[],
  actor: Holder,
): Promise<DocumentedTarget[]> {
  if (!may(actor, 'targets.write')) return targets.map((target) => documentedTarget({ ...target, settings: {} }, ''));
  const ids = targets.map(({ row }) => row.id);
  const feeds = await db
    .selectFrom('feed_address')
    .selectAll()
    .where('target_id', '=', sql<number>`any(${ids}::int[])`)
    .where('ended_at', 'is', null)
    .execute();
  const pathOf = ({ customerId, row }: StoredTarget) => {
    const feed = feeds.find((one) => one.customer_id === customerId && one.target_id === row.id);
    return feed ? `/feeds/${feed.key}` : '';
  };
  return targets.map((target) => documentedTarget(target, pathOf(target)));
}

/** Whether a feed lists every open job. Until somebody chooses, one that no values are mapped to does. */
export const listsAllJobs = (row: StoredTarget['row'], chosen: unknown): boolean =>
  isPublished(row.typeId) && (typeof chosen === 'boolean' ? chosen : row.maps.length === 0);

function documentedTarget({ customerId, row, settings }: StoredTarget, xmlFeedUrl: string): DocumentedTarget {
  const address = addressOf(connectionForm(row.typeId)) ?? '';
  const { username, [address]: url, feedAllJobs, voidReason, ...others } = settings;
  const ids = defaultIdsIn(settings);
  const rest = Object.fromEntries(Object.entries(others).filter(([name]) => !(name in ids)));
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    id: row.id,
    customerId,
    typeId: row.typeId,
    name: row.name,
    mapObjects: row.maps.map((kind) => targetLetters[kind]).join(''),
    specialtyDependsOnDegree: row.specialtyDependsOnDegree,
    isDisabled: row.disabled,
    hierarchyLevel: row.hierarchyLevel,
    mappingRequired: row.mappingRequired,
    ...ids,
    voidReason: text(voidReason),
    username: text(username),
    url: text(url),
    xmlFeedUrl,
    feedAllJobs: listsAllJobs(row, feedAllJobs),
    settings: rest,
  };
}
