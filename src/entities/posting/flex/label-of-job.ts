import { fieldKeyed } from '#domain/fields/catalogue.ts';

/** The label of a field of the job by its key. */
export const labelOfJob = (key: string): string => fieldKeyed(key)?.label ?? key;
