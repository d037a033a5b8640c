import type { FieldGroup } from '../fields/field.ts';
import { type FieldColumn, fieldColumns } from '../fields/field-columns.ts';
import { mapKinds } from '../jobs/mapping-of.ts';
import type { QueryField } from '../query/query-schema.ts';
import type { FieldNames } from './field-names.ts';
import { asQueryField, type FieldInfo, jobFields } from './job-fields.ts';

/** A field of the catalog as columns, queries and the panel show it. `source` is the grid's column with its values, `field` its key in the catalog. */
export type CatalogueField = FieldInfo & { readonly group: FieldGroup; readonly source: string; readonly field: string };

const looks = { text: 'text', number: 'number', money: 'money', date: 'day', 'yes-no': 'yes' } as const;
const widths: Record<FieldColumn['type'], number> = { text: 160, number: 104, money: 112, date: 112, 'yes-no': 104 };

/** Fields that `jobFields` or the mapped columns show already, with labels and short names of their own. */
const shown: ReadonlySet<string> = new Set([...jobFields.map(({ key }) => key), ...mapKinds]);

/** Every other field of a job, in the order of the catalog, with the flags that are no fields. */
export const catalogueFields: readonly CatalogueField[] = fieldColumns
  .filter(({ key }) => !shown.has(key))
  .map(({ key, field, label, group, type, source }) => ({
    key,
    field,
    label,
    group,
    look: looks[type],
    width: widths[type],
    source,
  }));

/** The fields as the query bar defines them, except those that it knows already by their source. */
export const catalogueQueryFields = (known: readonly QueryField[], names: FieldNames): readonly QueryField[] => {
  const sources = new Set(known.map(({ key }) => key));
  return catalogueFields
    .filter(({ source }) => !sources.has(source))
    .map(({ key, source, field: named, label, ...field }) =>
      asQueryField({ ...field, label: names.of(named, label), key: source, ...(key !== source && { aliases: [key] }) }),
    );
};

/** Source columns of the fields, by which rows can be sorted and grouped. */
export const catalogueSources: ReadonlySet<string> = new Set(catalogueFields.map(({ source }) => source));
