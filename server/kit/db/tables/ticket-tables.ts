import type { Generated } from 'kysely';
import type { TicketPriority } from '#domain/tickets/first-answer.ts';
import type { Instant, Json, MaybeInstant } from './column-types.ts';

/** What belongs to support tickets and is not replicated. The SQL has the column comments. */
export type TicketTables = {
  ticket_file: {
    customer_id: number;
    id: string;
    ticket_id: number;
    name: string;
    content: Uint8Array;
    by_id: number;
    added_at: Instant;
  };
  ticket_desk: {
    customer_id: number;
    ticket_id: number;
    email: string;
    phone: string | null;
    assignee_id: number | null;
    priority: Generated<TicketPriority>;
    first_answered_at: MaybeInstant;
  };
  ticket_note: {
    customer_id: number;
    id: Generated<number>;
    ticket_id: number;
    by_id: number;
    by_name: string;
    text: string;
    written_at: Instant;
  };
  ticket_follower: {
    customer_id: number;
    id: Generated<number>;
    ticket_id: number;
    user_id: number | null;
    email: string;
  };
  ticket_address: { customer_id: number; ticket_id: number; of_provider: boolean; key: string };
  ticket_reply: {
    customer_id: number;
    id: Generated<number>;
    ticket_id: number;
    of_provider: boolean;
    ref: Generated<string>;
    received_at: Instant;
    sender: string;
    message_id: string;
    digest: string;
    envelope: Json<{ ip: string; greeting: string; sender: string }>;
    state: Generated<'waiting' | 'read' | 'refused'>;
    words: Generated<string>;
    content: Uint8Array | null;
  };
  canned_answer: { id: Generated<number>; name: string; text: string };
};
