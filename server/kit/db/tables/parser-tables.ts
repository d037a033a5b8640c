import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant, MaybeInstant } from './column-types.ts';

/** Tables of parsers. All but the assignments are the provider's. */
export type ParserTables = {
  parser: {
    id: GeneratedAlways<number>;
    name: string;
    description: Generated<string>;
    reads_sheets: Generated<boolean>;
    needs_table: Generated<boolean>;
    without_job_id: Generated<boolean>;
    lists_all_jobs: Generated<boolean>;
    last_column: Generated<string>;
    first_row: Generated<number>;
    last_row: Generated<number>;
    source_id: number | null;
    shipped: string | null;
    removed_at: MaybeInstant;
  };
  parser_rule: {
    id: number;
    only_customer: number | null;
    pattern: string;
    separator: Generated<string>;
    part: Generated<number>;
    description: Generated<string>;
  };
  parser_token: {
    id: GeneratedAlways<number>;
    parser_id: number;
    number: number;
    type: number;
    data_type: number;
    target: string | null;
    field_id: number | null;
    label: Generated<string>;
    address: Generated<string>;
    column_name: Generated<string>;
    lookup: Generated<string>;
    fallback: Generated<string>;
    rule_id: number | null;
    next: Generated<number>;
    next_failed: Generated<number>;
  };
  parser_sample: { id: GeneratedAlways<number>; parser_id: number; name: string; content: Buffer; added_at: Instant };
  customer_parser: { customer_id: number; parser_id: number };
};
