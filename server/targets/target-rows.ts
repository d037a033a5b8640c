import type { DocumentedTarget } from '#contract/posting/posting.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import { type Stored, storedRow, storedRows } from '../kit/db/rows.ts';
import { type CustomerNamed, customerOf, type Loader } from '../kit/http/loaders.ts';

/** A target as stored: whose it is, its replicated row, and the settings that stay on the service. */
export type StoredTarget = Stored<'target'>;

/** All targets of a customer, by id. */
export const targetsOf = (db: Db | Tx, customerId: number): Promise<StoredTarget[]> => storedRows(db, customerId, 'target');

/** The target whose id a call sends under `key`; with 0 the customer's first one that is mapped for. */
export const targetMappedFor = <K extends string>(key: K): Loader<Readonly<Record<K, number>> & CustomerNamed, StoredTarget> => ({
  locks: false,
  find: async (db, args) => {
    if (args[key] !== 0) return storedRow(db, customerOf(args), 'target', args[key]);
    return (await targetsOf(db, customerOf(args))).find(({ row }) => row.maps.length > 0);
  },
});

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
