import type { Generated } from 'kysely';
import type { Instant, MaybeInstant } from './column-types.ts';

/** How far a ticket is on its way to Jira. */
export type IssueState = 'waiting' | 'creating' | 'doubt' | 'sent' | 'failed';

/** Tables of tickets in Jira. The SQL has the column comments. */
export type JiraTables = {
  ticket_issue: {
    customer_id: number;
    ticket_id: number;
    state: Generated<IssueState>;
    due: Generated<boolean>;
    next_at: MaybeInstant;
    place: string | null;
    issue_key: string | null;
    asked_at: MaybeInstant;
    confirmed_at: MaybeInstant;
    tries: Generated<number>;
    in_doubt: Generated<number>;
    lease_until: MaybeInstant;
    problem: string | null;
    agreed: Generated<'open' | 'closed'>;
    issue_updated: string | null;
  };
  ticket_issue_part: {
    customer_id: number;
    ticket_id: number;
    kind: 'comment' | 'file' | 'fromJira';
    part: string;
    jira_id: string;
  };
  jira_pace: {
    customer_id: number;
    next_at: Instant;
    failures: Generated<number>;
    polled_at: MaybeInstant;
    hinted_at: MaybeInstant;
    problem: string | null;
  };
};
