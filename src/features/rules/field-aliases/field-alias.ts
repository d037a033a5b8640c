import type { FieldAliasRow } from '#contract/rows/rule-rows.ts';
import { fields } from '#domain/fields/catalogue.ts';
import { labelOfField } from '#domain/fields/label-words.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';

/** An alias with its field's name, as the list shows and searches it. */
export type AliasLine = FieldAliasRow & { readonly field: string };

export const lineIn =
  (names: FieldNames) =>
  (row: FieldAliasRow): AliasLine => ({ ...row, field: labelOfField(names.labels)(row.fieldId) });

export const fieldChoices = (names: FieldNames) =>
  fields
    .filter(({ home }) => home !== 'variable')
    .map(({ id, key, label }) => ({ value: String(id), label: names.of(key, label) }))
    .sort((a, b) => a.label.localeCompare(b.label));
