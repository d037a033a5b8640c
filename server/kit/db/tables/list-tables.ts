import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, JsonWithDefault, Replicated } from './column-types.ts';

/** The lists of a customer's targets, and what mapping keeps beside them. */
export type ListTables = {
  ats_value: Replicated & {
    target_id: GeneratedAlways<number>;
    kind: GeneratedAlways<string>;
    ext_id: GeneratedAlways<string>;
    detail: JsonWithDefault<Record<string, unknown>>;
    added_here: Generated<boolean>;
  };
  ats_object: {
    customer_id: number;
    id: GeneratedAlways<number>;
    target_id: number;
    type: number;
    ext_id: string;
    name: string;
    removed: Generated<boolean>;
    detail: JsonWithDefault<Record<string, unknown>>;
  };
  source_order_type: { customer_id: number; target_id: number; order_type: number; source_id: number; ext_id: string };
  premap_line: { customer_id: number; target_id: number; place: number; line: Json<unknown> };
  shared_facility: {
    id: GeneratedAlways<number>;
    name: string;
    address: string | null;
    city: string | null;
    state: string | null;
    country: string | null;
    zip: string | null;
    is_healthcare: Generated<boolean>;
  };
};
