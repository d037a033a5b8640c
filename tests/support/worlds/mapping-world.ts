import { sql } from 'kysely';
import type { AtsValueRow, MapValueRow, TargetRow } from '#contract/rows/rows.ts';
import { valueKey } from '#domain/mapping/text/value-key.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { aTarget } from '../factories/job-factory.ts';

const placeless = { address: null, city: null, state: null, zip: null };

/** An entry of an ATS list. */
export const atsValue = (id: number, kind: AtsValueRow['kind'], name: string, over: Partial<AtsValueRow> = {}): AtsValueRow => ({
  id,
  targetId: 1,
  kind,
  extId: `E${id}`,
  name,
  parentId: null,
  ...placeless,
  active: true,
  ...over,
});

/** Writes a target, a source, and rows for a customer. Equal texts are allowed: keys contain the row's id. */
export async function seedMapping(
  db: Db,
  customerId: number,
  lists: readonly AtsValueRow[],
  values: readonly MapValueRow[],
  target: Partial<TargetRow> = {},
): Promise<void> {
  // The rows have fixed ids. Move the sequences so that ids from the service do not collide.
  for (const table of ['ats_value', 'map_value', 'source'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 1000000)`.execute(db);
  const row = aTarget({ id: 1, name: 'Bullhorn', maps: ['facility', 'degree', 'specialty', 'shift'], ...target });
  await db.transaction().execute((tx) =>
    writeRows(tx, customerId, [
      { collection: 'target', row, extra: { settings: {} } },
      { collection: 'source', row: { id: 3, name: 'Medloop', alias: null, autoPost: false, aliases: [], members: [] } },
    ]),
  );
  for (let i = 0; i < lists.length; i += 5000) {
    const part = lists.slice(i, i + 5000);
    await db.transaction().execute((tx) =>
      writeRows(
        tx,
        customerId,
        part.map((row) => ({ collection: 'atsValue', row })),
      ),
    );
  }
  for (let i = 0; i < values.length; i += 5000) {
    const part = values.slice(i, i + 5000);
    await db.transaction().execute((tx) =>
      writeRows(
        tx,
        customerId,
        part.map((row) => ({ collection: 'mapValue', row, extra: { key: `${valueKey(row)} ${row.id}` } })),
      ),
    );
  }
}
