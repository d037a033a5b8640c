import type { GeneratedAlways } from 'kysely';
import type { Replicated } from './column-types.ts';

/** Descriptions of jobs with what people and engines say that they say. */
export type DatasetTables = { dataset_row: Replicated & { digest: GeneratedAlways<string | null> } };
