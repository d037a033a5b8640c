import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant, MaybeInstant } from './column-types.ts';

/** Tables of job alerts to candidates. The SQL has the column comments. */
export type JobAlertTables = {
  job_alert: {
    customer_id: number;
    id: GeneratedAlways<number>;
    name: string;
    enabled: boolean;
    target_id: number;
    configuration_id: number;
    owner_id: number;
    frequency: 'daily' | 'weekly' | 'monthly';
    days: number[];
    day: number;
    on_time: string;
    jobs_in_email: number;
    apply_link: string;
    by_degree: boolean;
    by_specialty: boolean;
    by_place: boolean;
    email_text: string;
    send_via: Generated<'email' | 'sms' | 'both'>;
    sms_text: Generated<string>;
    zone: string;
    next_at: MaybeInstant;
    paused_because: Generated<string>;
  };
  job_alert_run: {
    customer_id: number;
    id: GeneratedAlways<number>;
    alert_id: number;
    due_at: Instant;
    state: Generated<'waiting' | 'sent' | 'nothing' | 'failed' | 'paused'>;
    tries: Generated<number>;
    new_jobs: Generated<number>;
    found: Generated<number>;
    matched: Generated<number>;
    unsubscribed: Generated<number>;
    message: Generated<string>;
    ended_at: MaybeInstant;
  };
  job_alert_job: { customer_id: number; alert_id: number; job_id: number };
  job_alert_stop: { customer_id: number; address_key: string; stopped_at: Instant };
};
