import type { Instant } from './column-types.ts';

/** Files that vendors send with jobs. The SQL has the column comments. */
export type AttachmentTables = {
  attached_file: { customer_id: number; source_id: number; digest: string; size: number; body: Uint8Array };
  job_attachment: {
    customer_id: number;
    id: string;
    job_id: number;
    source_id: number;
    origin: 'email' | 'link';
    key: string;
    origin_name: string;
    url: string | null;
    name: string;
    kind: string | null;
    size: number | null;
    digest: string | null;
    words: string | null;
    found_at: Instant;
  };
};
