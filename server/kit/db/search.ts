import { type RawBuilder, sql } from 'kysely';

/** Text for `like` that matches itself: no sign of it stands for anything else. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** A pattern for `like` that finds a text anywhere. */
export const likeAnywhere = (text: string): string => `%${literal(text)}%`;

/** A pattern for `like` from what a person typed: * at its start or end stands for anything; without any, the text may stand anywhere. */
export function likeOf(query: string): string {
  const text = query.trim();
  const plain = literal(text.replaceAll(/^\*+|\*+$/g, ''));
  if (!text.startsWith('*') && !text.endsWith('*')) return `%${plain}%`;
  return `${text.startsWith('*') ? '%' : ''}${plain}${text.endsWith('*') ? '%' : ''}`;
}

/** A condition that is met where one of the columns matches what a person typed; a blank query asks for nothing. */
export function search(columns: readonly RawBuilder<unknown>[], query: string): RawBuilder<unknown> {
  if (query.trim() === '') return sql`true`;
  const pattern = likeOf(query);
  const matches = columns.map((column) => sql`${column} ilike ${pattern}`);
  return sql`(${sql.join(matches, sql` or `)})`;
}
