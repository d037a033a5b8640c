import type { SourceRow } from '#contract/rows/rows.ts';
import { nextIds } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Customers } from '#server/kit/db/of-customers.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { rowsOf } from '#server/kit/db/rows.ts';

/** The sources of a customer, or of several, sorted by name. */
export async function sourcesOf(db: Db | Tx, whose: number | Customers): Promise<SourceRow[]> {
  return (await rowsOf(db, whose, 'source')).sort((a, b) => a.name.localeCompare(b.name));
}

/** The source with this name or alias (ignoring case; names first). */
export async function sourceCalled(db: Db | Tx, customerId: number, name: string): Promise<SourceRow | undefined> {
  const sources = await sourcesOf(db, customerId);
  const same = (other: string) => other.toLowerCase() === name.toLowerCase();
  return sources.find((source) => same(source.name)) ?? sources.find(({ aliases }) => aliases.some(same));
}

/** The source with this name or alias, or a new one with the row to publish. */
export async function sourceNamed(
  tx: Tx,
  customerId: number,
  name: string,
): Promise<{ source: SourceRow; publications: Publication[] }> {
  const known = await sourceCalled(tx, customerId, name);
  if (known) return { source: known, publications: [] };
  const [id] = await nextIds(tx, 'source', 1);
  const source = { id: id ?? 0, name, alias: null, autoPost: false, aliases: [], members: [] };
  return { source, publications: [{ collection: 'source', row: source }] };
}
