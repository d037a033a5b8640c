import { type RawBuilder, sql } from 'kysely';

/** Escapes a text for `like`, so that it matches only itself. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** A pattern for `like` that finds a text anywhere. */
export const likeAnywhere = (text: string): string => `%${literal(text)}%`;

/**
 * A pattern for `like` from what a person typed: * at the start or end matches anything; without a * the text may be anywhere.
 */
export function likeOf(query: string): string {
  const text = query.trim();
  const plain = literal(text.replaceAll(/^\*+|\*+$/g, ''));
  if (!text.startsWith('*') && !text.endsWith('*')) return `%${plain}%`;
  return `${text.startsWith('*') ? '%' : ''}${plain}${text.endsWith('*') ? '%' : ''}`;
}

/** A condition that one of the columns matches what a person typed. Blank text matches every row. */
export function search(columns: readonly RawBuilder<unknown>[], query: string): RawBuilder<unknown> {
  if (query.trim() === '') return sql`true`;
  const pattern = likeOf(query);
  const matches = columns.map((column) => sql`${column} ilike ${pattern}`);
  return sql`(${sql.join(matches, sql` or `)})`;
}
