import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Instant, Json } from './column-types.ts';

type MaybeDay = ColumnType<string | null, string | null, string | null>;

/** Notices, emails and documents of the provider. The SQL has the column comments. */
export type NoticeTables = {
  notice: {
    id: GeneratedAlways<number>;
    name: string;
    message: string;
    visible: boolean;
    expires_on: MaybeDay;
    everyone: boolean;
    customers: number[];
    crawlers: number[];
    target_kinds: number[];
    changed_by: string;
    changed_at: Instant;
  };
  notice_mail: {
    customer_id: number;
    id: GeneratedAlways<number>;
    run_id: number | null;
    type: 1 | 2 | 3;
    subject: string;
    message: string;
    /** Customer and person of each. */
    recipients: Json<readonly (readonly [number, number])[]>;
    asked_by: number;
    asked_at: Instant;
  };
  support_document: {
    id: GeneratedAlways<number>;
    type: 1 | 3;
    name: string;
    description: Generated<string>;
    file_name: string | null;
    size: number | null;
    content: Uint8Array | null;
    link: string | null;
    changed_at: Instant;
  };
};
