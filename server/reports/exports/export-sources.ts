import type { ExportList } from '#contract/reports/data-exports.ts';
import type { CollectionName } from '#contract/rows/rows.ts';
import type { NameOf } from '#domain/reports/exports/export-sheet.ts';
import { may } from '#domain/rights/may.ts';
import { scopeOf } from '#server/feed/scope.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import type { Actor } from '#server/kit/http/handle.ts';
import { namesAt } from '#server/people/labels/read-labels.ts';
import { jobSource } from './job-source.ts';
import { mappedListSource, otherListSource, sourcesSource, userSource } from './list-sources.ts';
import { fieldMappingSource, flexMappingSource, mappingSource } from './mapping-sources.ts';
import { ruleLineSource, ruleSource, substitutionSource } from './rule-sources.ts';
import type { ExportPlace, SheetSource } from './sheet-source.ts';

/**
 * The sheets that a person may export of a customer, in the order of the file: what their devices may hold, and the users for who may see
 * them. A list without a sheet is not offered.
 */
export async function sourcesFor(db: Db | Tx, actor: Actor, customerId: number): Promise<SheetSource[]> {
  const scope = scopeOf(actor, customerId);
  const place: ExportPlace = { customerId, scope, names: await namesAt(db, customerId) };
  const targetName = namesBy(await rowsOf(db, customerId, 'target'));
  const sourceName = namesBy(await rowsOf(db, customerId, 'source'));
  const open = (collection: CollectionName, ...sources: SheetSource[]) => (scope.collections.includes(collection) ? sources : []);
  return [
    ...open('job', jobSource(place, targetName)),
    ...open('mapValue', mappingSource(place, targetName, sourceName)),
    ...open('fieldMapping', fieldMappingSource(place, targetName)),
    ...open('flexMapping', flexMappingSource(place, targetName)),
    ...open('rule', ruleSource(place, sourceName), ruleLineSource(place)),
    ...open('substitutionRule', substitutionSource(place)),
    ...open(
      'atsValue',
      mappedListSource(place, targetName),
      otherListSource(place, targetName),
      sourcesSource(place, sourceName, targetName),
    ),
    ...(may(actor, 'users.read') ? [userSource(place)] : []),
  ];
}

function namesBy(rows: readonly { readonly id: number; readonly name: string }[]): NameOf {
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? null;
}

/** The first of these lists that a person may not export; undefined if they may export all. */
export const missingList = (sources: readonly SheetSource[], lists: readonly ExportList[]): ExportList | undefined =>
  lists.find((list) => !sources.some((source) => source.list === list));
