import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant, Json } from './column-types.ts';

/** Tables of rules: versions, drafts, fields, AI answers, and pay. */
export type RuleTables = {
  facility_rule: {
    customer_id: number;
    source_id: number;
    facility_key: string;
    facility: string;
    rule_id: number;
    by: string;
    at: Instant;
  };
  field_definition: { id: number; definition: Json<unknown>; by: string; at: Instant };
  ai_answer: {
    customer_id: number;
    rule_id: number;
    digest: string;
    prompt: string;
    /** The driver reads arrays of 64-bit numbers as texts. */
    job_ids: string[];
    /** The version of the prompt that reads a description; null for questions of rules. */
    asked_as: string | null;
    state: Generated<'wanted' | 'answered' | 'failed'>;
    value: unknown;
    model: string | null;
    tries: Generated<number>;
    words: Generated<string>;
    next_at: Instant;
    at: Instant;
  };
  rule_draft: {
    customer_id: number;
    id: GeneratedAlways<number>;
    user_id: number;
    description: string;
    engine: 'built-in' | 'ai';
    draft: Json<unknown>;
    at: Instant;
  };
  ai_feedback: {
    customer_id: number;
    id: GeneratedAlways<number>;
    user_id: number;
    success: boolean | null;
    mask: Generated<number>;
    message: Generated<string>;
    opted_out: Generated<boolean>;
    job_id: number | null;
    operation: number;
    object_type: number | null;
    object_id: number | null;
    at: Instant;
  };
  pay_setting: {
    customer_id: number;
    calc_type: Generated<number>;
    regular_pay_rate: number | null;
    hours_per_week: number | null;
  };
  pay_fee: { customer_id: number; source_id: number; vms_fee_percent: number; bill_overtime: boolean };
  pay_degree: { customer_id: number; ats_value_id: number; pay_rate: number };
  pay_burden: { customer_id: number; id: GeneratedAlways<number>; state: string; burden_percent: number };
  rule_version: {
    customer_id: number;
    rule_id: number;
    version: number;
    row: Json<unknown>;
    by: string;
    words: string;
    at: Instant;
  };
};
