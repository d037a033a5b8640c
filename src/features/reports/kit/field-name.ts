import { fieldKeyed } from '#domain/fields/catalogue.ts';
import { fieldLabel } from '#domain/job-list/job-fields.ts';

/** The name of a job field in reports, by its key: the one of the catalog, as in the files that the service makes. */
export const fieldName = (key: string): string => fieldKeyed(key)?.label ?? fieldLabel(key);
