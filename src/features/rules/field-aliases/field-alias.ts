import type { FieldAliasRow } from '#contract/rows/rule-rows.ts';
import { fieldOf, fields } from '#domain/fields/catalogue.ts';

/** An alias with its field's name, as the list shows and searches it. */
export type AliasLine = FieldAliasRow & { readonly field: string };

export const lineOf = (row: FieldAliasRow): AliasLine => ({ ...row, field: fieldOf(row.fieldId)?.label ?? String(row.fieldId) });

export const fieldChoices = fields
  .filter(({ home }) => home !== 'variable')
  .map(({ id, label }) => ({ value: String(id), label }))
  .sort((a, b) => a.label.localeCompare(b.label));
