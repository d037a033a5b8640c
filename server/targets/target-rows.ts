import type { DocumentedTarget } from '#contract/posting/posting.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import { type Stored, storedRow, storedRows } from '../kit/db/rows.ts';
import { type CustomerNamed, customerOf, type Loader } from '../kit/http/loaders.ts';

/** A target as stored: its customer, its replicated row, and the settings that stay on the service. */
export type StoredTarget = Stored<'target'>;

/** All targets of a customer, by id. */
export const targetsOf = (db: Db | Tx, customerId: number): Promise<StoredTarget[]> => storedRows(db, customerId, 'target');

/** The target whose id a call sends under `key`. Id 0 means the customer's first target that values are mapped to. */
export const targetMappedFor = <K extends string>(key: K): Loader<Readonly<Record<K, number>> & CustomerNamed, StoredTarget> => ({
  locks: false,
  find: async (db, args) => {
    if (args[key] !== 0) return storedRow(db, customerOf(args), 'target', args[key]);
    return (await targetsOf(db, customerOf(args))).find(({ row }) => row.maps.length > 0);
  },
});

const letters: Record<MapKind, string> = { facility: 'F', degree: 'D', specialty: 'S', shift: 'H' };

/** Converts a target to the documents' field names. */
export function documentedTarget({ customerId, row, settings }: StoredTarget): DocumentedTarget {
  const { username, loginInfoUrl, ...rest } = settings;
  return {
    id: row.id,
    customerId,
    typeId: row.typeId,
    name: row.name,
    mapObjects: row.maps.map((kind) => letters[kind]).join(''),
    specialtyDependsOnDegree: row.specialtyDependsOnDegree,
    isDisabled: row.disabled,
    username: typeof username === 'string' ? username : '',
    url: typeof loginInfoUrl === 'string' ? loginInfoUrl : '',
    xmlFeedUrl: row.feedUrl ?? '',
    settings: rest,
  };
}
