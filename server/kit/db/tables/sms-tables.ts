import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant, MaybeInstant } from './column-types.ts';

/** Tables of text messages. The SQL has the column comments. */
export type SmsTables = {
  sms_message: {
    customer_id: number;
    id: GeneratedAlways<number>;
    cause: string;
    alert_run_id: number | null;
    to_phone: string;
    phone_key: string;
    text: string;
    segments: number;
    at: Instant;
    state: Generated<SmsState>;
    tries: Generated<number>;
    in_doubt: Generated<number>;
    asked_at: MaybeInstant;
    doubt_since: MaybeInstant;
    looks: Generated<number>;
    next_at: MaybeInstant;
    lease_until: MaybeInstant;
    sid: Generated<string | null>;
    ended_at: MaybeInstant;
    answer: Generated<string | null>;
  };
  sms_pace: { customer_id: number; next_at: Instant; failures: Generated<number> };
  sms_stop: { customer_id: number; phone_key: string; stopped: boolean; changed_at: Instant; message_ids: Generated<string[]> };
};

type SmsState = 'waiting' | 'sending' | 'doubt' | 'sent' | 'failed' | 'unknown' | 'stopped';
