import { fieldKeyed } from '#domain/fields/catalogue.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { fieldLabel } from '#domain/job-list/job-fields.ts';

/** The name of a job field in reports, by its key: the one of the catalog, as in the files that the service makes. */
export const fieldNameIn =
  (names: FieldNames) =>
  (key: string, otherwise = fieldKeyed(key)?.label ?? fieldLabel(key)): string =>
    names.of(key, otherwise);
