import type { CollectOptions } from './collect-records.ts';
import type { NamedColumn } from './named-table.ts';

/** What the parsing process reads a file as. Plain data, so that it can be sent to a process. */
export type ParseRequest =
  | { readonly kind: 'jobs'; readonly options: CollectOptions }
  | { readonly kind: 'table'; readonly columns: Readonly<Record<string, NamedColumn>>; readonly mostRows: number }
  | { readonly kind: 'record'; readonly record: number }
  | { readonly kind: 'lines' };
