import type { Place } from '#domain/query/parsed-query.ts';

const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The text of a query without one of its parts. */
export const cut = (text: string, { from, to }: Place): string => tidy(`${text.slice(0, from)}${text.slice(to)}`);

/** The text of a query with another text for one of its parts. A field without its value takes the word that follows. */
export function replaced(text: string, { from, to }: Place, by: string): string {
  const rest = text.slice(to);
  return tidy(`${text.slice(0, from)}${by}${by.endsWith(':') ? rest.trimStart() : rest}`);
}
