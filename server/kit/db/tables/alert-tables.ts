import type { Generated, GeneratedAlways } from 'kysely';
import type { AlertState } from '#domain/error-alerts/count-errors.ts';
import type { Instant, JsonWithDefault, MaybeInstant } from './column-types.ts';

/** Tables of errors and of the messages about them. The SQL has the column comments. */
export type AlertTables = {
  error_event: {
    customer_id: number;
    id: GeneratedAlways<number>;
    code: number;
    at: Instant;
    times: number;
    crawler_id: number | null;
    parser_id: number | null;
    about: Generated<string>;
    words: Generated<string>;
    counted: Generated<boolean>;
  };
  error_configuration: {
    customer_id: number;
    id: GeneratedAlways<number>;
    crawler_id: number | null;
    parser_id: number | null;
    error_code: number | null;
    threshold: number;
    by_slack: boolean;
    by_mail: boolean;
    silence_minutes: number;
    state: JsonWithDefault<AlertState>;
    latest: Generated<string>;
    due_at: MaybeInstant;
    messages: Generated<number>;
  };
  slack_message: {
    customer_id: number;
    id: GeneratedAlways<number>;
    cause: string;
    text: string;
    at: Instant;
    state: Generated<'waiting' | 'sending' | 'sent' | 'failed'>;
    tries: Generated<number>;
    in_doubt: Generated<number>;
    lease_until: MaybeInstant;
    ended_at: MaybeInstant;
    answer: string | null;
  };
  slack_pace: { customer_id: number; next_at: Instant; failures: Generated<number> };
};
