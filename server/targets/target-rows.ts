import type { DocumentedTarget } from '#contract/posting/posting.ts';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import type { Actor } from '../kit/http/handle.ts';

/** A target as stored: whose it is, its replicated row, and the settings that stay on the service. */
export type StoredTarget = { readonly customerId: number; readonly row: TargetRow; readonly settings: Record<string, unknown> };

const select = (db: Db | Tx) =>
  db.selectFrom('target').select(['customer_id as customerId', 'row', 'settings']).where('deleted', '=', false);
const stored = (found: { customerId: number; row: unknown; settings: Record<string, unknown> }): StoredTarget => ({
  ...found,
  row: found.row as TargetRow,
});

/** All targets of a customer, by id. */
export async function targetsOf(db: Db | Tx, customerId: number): Promise<StoredTarget[]> {
  return (await select(db).where('customer_id', '=', customerId).orderBy('id').execute()).map(stored);
}

/** One target by id: the actor's own customer's, or anyone's for an administrator; null alike for absent and foreign. */
export async function targetFor(db: Db | Tx, actor: Actor, id: number): Promise<StoredTarget | null> {
  const found = await select(db)
    .where('id', '=', id)
    .$if(!actor.administrator, (query) => query.where('customer_id', '=', actor.customerId))
    .executeTakeFirst();
  return found ? stored(found) : null;
}

const letters: Record<MapKind, string> = { facility: 'F', degree: 'D', specialty: 'S', shift: 'H' };

/** A target with the documents' field names. */
export function documentedTarget({ customerId, row, settings }: StoredTarget): DocumentedTarget {
  const { username, loginInfoUrl, ...rest } = settings;
  return {
    ID: row.id,
    objID: customerId,
    Target_ID: row.typeId,
    TargetName: row.name,
    MapObjects: row.maps.map((kind) => letters[kind]).join(''),
    SpecialtyDependsOnDegree: row.specialtyDependsOnDegree,
    Disabled_Fl: row.disabled,
    UID: typeof username === 'string' ? username : '',
    TargetURL: typeof loginInfoUrl === 'string' ? loginInfoUrl : '',
    xmlFeedUrl: row.feedUrl ?? '',
    JsonSettings: rest,
  };
}
