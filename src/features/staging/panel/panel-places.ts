import { catalogueFields } from '#domain/job-list/catalogue-fields.ts';
import type { JobFieldGroup } from '#domain/job-list/job-fields.ts';

/** Groups of the usual fields in reading order. Pay comes between them, because it follows from the first groups. */
export const ofWork: readonly JobFieldGroup[] = ['Dates', 'Rates', 'Pay', 'Hours'];
export const aboutIt: readonly JobFieldGroup[] = ['Place', 'People', 'Status', 'Identity'];

/** The description has a tab of its own, and the address of the job is a link. */
export const elsewhere: ReadonlySet<string> = new Set(['description', 'jobUrl']);

/** The fields that come after those groups, under the headings of the catalog. */
export const moreFields = catalogueFields.filter(({ key }) => !elsewhere.has(key));
