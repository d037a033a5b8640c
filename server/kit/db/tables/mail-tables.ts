import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant, Json, JsonWithDefault, MaybeInstant } from './column-types.ts';

/** Tables of mails, those that leave first. */
export type MailTables = {
  mail: {
    customer_id: number;
    id: GeneratedAlways<number>;
    to_address: string;
    subject: string;
    text: string;
    html: string | null;
    at: Instant;
    sent_at: MaybeInstant;
    tries: Generated<number>;
    cause: string;
    owner_id: number | null;
    failed_at: MaybeInstant;
    answer: string | null;
    message_id: string | null;
    trying: Generated<boolean>;
    in_doubt: Generated<number>;
    reply_to: string | null;
    alert_run_id: number | null;
    unsubscribe: string | null;
  };
  mail_attachment: {
    customer_id: number;
    mail_id: number;
    place: number;
    name: string;
    type: string;
    size: number;
    content: Uint8Array | null;
  };
  mail_address: { customer_id: number; task_id: number; key: string; created_at: Instant };
  mailbox_cursor: { customer_id: number; task_id: number; uid_validity: number; last_uid: number; looked_at: Instant };
  received_mail: {
    customer_id: number;
    id: GeneratedAlways<number>;
    task_id: number;
    source_id: number;
    way: 'smtp' | 'mailbox';
    received_at: Instant;
    message_id: string;
    digest: string;
    sender: string;
    subject: string;
    size: number;
    envelope: Json<{ ip: string; greeting: string; sender: string } | null>;
    sender_check: Json<Record<string, unknown> | null>;
    sender_accepted: Generated<boolean>;
    fewer_accepted: Generated<boolean>;
    headers_only: Generated<boolean>;
    state: Generated<'waiting' | 'held' | 'read' | 'unread' | 'failed' | 'ignored'>;
    processing: Generated<0 | 1 | 2 | 3>;
    parser_id: number | null;
    counts: JsonWithDefault<Record<string, number>>;
    error: string | null;
    words: Generated<string>;
    tries: Generated<number>;
    due_at: Instant;
    read_at: MaybeInstant;
    body: Uint8Array;
  };
};
