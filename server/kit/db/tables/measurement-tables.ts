import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Instant } from './column-types.ts';

type JsonOrNone = ColumnType<unknown, string | null | undefined, string | null>;

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
