import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Instant, Json, JsonWithDefault, MaybeInstant, Replicated } from './column-types.ts';

type JsonOrNone = ColumnType<unknown, string | null | undefined, string | null>;

/** Engines, models and prompts of the provider, whom prompts are for, what models were asked for customers, and descriptions with labels. */
export type AiTables = {
  ai_engine: {
    id: Generated<number>;
    name: string;
    kind: Generated<'connection' | 'built-in'>;
    url: string | null;
    allow: JsonWithDefault<string[]>;
    default_model_id: number | null;
    paused_until: MaybeInstant;
    failures: Generated<number>;
    problem: string | null;
  };
  ai_model: {
    id: Generated<number>;
    engine_id: number;
    name: string;
    admin_only: Generated<boolean>;
    price_in: number | null;
    price_out: number | null;
    answers_as: 'json_schema' | 'json_object' | 'text' | null;
    stand_in: Generated<boolean>;
    checked_at: MaybeInstant;
    check_words: string | null;
    check_milliseconds: number | null;
  };
  ai_prompt: {
    id: Generated<number>;
    operation: number;
    production: number | null;
    general: Generated<boolean>;
    deleted: Generated<boolean>;
  };
  ai_prompt_version: {
    prompt_id: number;
    version: number;
    description: string;
    prompt: string;
    engine_id: number;
    model_id: number | null;
    temperature: number | null;
    format: 'text' | 'json_object';
    parser: Generated<boolean>;
    min_request_length: number | null;
    properties: Json<string[]>;
    by: string;
    note: Generated<string>;
    at: Instant;
  };
  ai_prompt_customer: { customer_id: number; prompt_id: number };
  dataset_row: Replicated & { digest: GeneratedAlways<string | null> };
  ai_call: {
    customer_id: number;
    id: GeneratedAlways<number>;
    ref: string;
    at: Instant;
    operation: number;
    prompt_id: number;
    version: number;
    engine_id: number;
    engine: string;
    model: string;
    test: boolean;
    stand_in: boolean;
    outcome: string;
    words: string;
    milliseconds: number;
    tokens_in: number;
    tokens_out: number;
    counted: boolean;
    cost: number | null;
    sealed: string;
  };
};

/** Measurements of versions of AI prompts on the dataset of a customer, and the answer to each of its rows. */
export type MeasurementTables = {
  ai_measurement: {
    customer_id: number;
    id: GeneratedAlways<number>;
    prompt_id: number;
    version: number;
    split: 'dev' | 'test';
    model: string;
    own_model: boolean;
    stand_in: boolean;
    by: string;
    at: Instant;
    figures: JsonOrNone;
  };
  ai_measured_row: {
    customer_id: number;
    measurement_id: number;
    row_id: number;
    outcome: string;
    reading: JsonOrNone;
    milliseconds: number;
    cost: number | null;
  };
};
