import { chipLabel } from '#domain/query/chip-label.ts';
import { nearestWord } from '#domain/query/nearest-word.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import type { QuerySchema } from '#domain/query/query-schema.ts';
import { cut, replaced } from '#src/ui/query/change-text.ts';

/** A query that differs from one without rows by one part, with what a button for it says. */
export type LooserQuery = { readonly says: string; readonly query: string };

/** The query without each of its parts, and with the nearest known word for each word that may be mistyped. */
export function looserQueries(query: string, schema: QuerySchema): LooserQuery[] {
  const { chips } = parseQuery(query, schema);
  const corrected = chips.flatMap((chip): LooserQuery[] => {
    const nearest = chip.kind === 'word' && !chip.not ? nearestWord(schema, chip.text) : undefined;
    return nearest === undefined ? [] : [{ says: `Search “${nearest}”`, query: replaced(query, chip, nearest) }];
  });
  return [...corrected, ...chips.map((chip) => ({ says: `Drop ${chipLabel(chip, schema)}`, query: cut(query, chip) }))];
}
