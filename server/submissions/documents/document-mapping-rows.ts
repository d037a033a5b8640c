import type { DocumentMappingRow } from '#contract/submissions/documents.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { documentsOf } from './document-rows.ts';

/**
 * The mapping of documents from a source to a destination, by the name of Jobdock's own document: each mapped document of the source with
 * that of the destination; then those of the destination that no document of the source means.
 */
export async function documentMappingRows(
  db: Db,
  customerId: number,
  sourceId: number,
  targetId: number,
): Promise<DocumentMappingRow[]> {
  const mapped = async (id: number) =>
    (await documentsOf(db, customerId, { targetId: id, everyStep: true })).filter(({ jrId }) => jrId > 0);
  const sources = await mapped(sourceId);
  const targets = await mapped(targetId);
  const byJr = new Map(targets.map((one) => [one.jrId, one]));
  const meant = new Set(sources.map(({ jrId }) => jrId));
  const rows = [
    ...sources.map((source) => ({ source, jrId: source.jrId, jrName: source.jrName, target: byJr.get(source.jrId) ?? null })),
    ...targets.flatMap((target) =>
      meant.has(target.jrId) ? [] : [{ source: null, jrId: target.jrId, jrName: target.jrName, target }],
    ),
  ];
  return rows.sort((a, b) => a.jrName.localeCompare(b.jrName, 'en-US'));
}
