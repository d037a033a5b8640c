import type { FieldMappingRow } from '#contract/rows/field-mapping.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { kindLines } from '#domain/posting/field-mapping/kind-lines.ts';
import { nextIds } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Publication } from '#server/kit/db/publication.ts';

/**
 * The lines that a new target begins with, to be written together with its row. Empty for a kind without a field mapping. Every
 * place that creates a target calls it.
 */
export async function seedFieldMapping(
  tx: Tx,
  { id: targetId, typeId }: Pick<TargetRow, 'id' | 'typeId'>,
): Promise<Publication[]> {
  const lines = kindLines(typeId);
  const ids = await nextIds(tx, 'fieldMapping', lines.length);
  const made = { targetId, version: 1, by: 'Jobdock', at: new Date().toISOString(), ref: null, purged: false };
  return lines.map((line, at) => {
    const row: FieldMappingRow = { ...line, ...made, id: ids[at] ?? line.id };
    return { collection: 'fieldMapping', row };
  });
}
