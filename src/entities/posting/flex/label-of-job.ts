import { catalogueName } from '#domain/fields/label-words.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';

/** The label of a field of the job by its key. */
export const labelOfJob = (key: string, names: FieldNames): string => catalogueName(names.labels, key, key);
