import type { GeneratedAlways } from 'kysely';
import type { Replicated } from './column-types.ts';

/** What customers, kinds of target and industries call fields and other words. */
export type LabelTables = {
  label: Replicated & { field_key: GeneratedAlways<string | null>; ref: GeneratedAlways<string | null> };
  general_label: Replicated;
};
