import type { MailOptions } from './collect-mail.ts';
import type { CollectOptions } from './collect-records.ts';
import type { MailFilesQuestion } from './documents/read-documents.ts';
import type { SampleQuestion } from './documents/read-sample.ts';
import type { PagePlan } from './files/page-plan.ts';
import type { ReplyOptions } from './files/reply-options.ts';
import type { NamedColumn } from './named-table.ts';

/** What the parsing process reads a file as. Plain data, so that it can be sent to a process. */
export type ParseRequest =
  | { readonly kind: 'jobs'; readonly options: CollectOptions }
  | { readonly kind: 'table'; readonly columns: Readonly<Record<string, NamedColumn>>; readonly mostRows: number }
  | { readonly kind: 'record'; readonly record: number }
  | { readonly kind: 'lines' }
  | { readonly kind: 'jsonLines' }
  | { readonly kind: 'mail'; readonly options: MailOptions }
  /** The files that came with an email, as they are. */
  | { readonly kind: 'mailFiles'; readonly question: MailFilesQuestion }
  /** What people and parsers see of an email or file, and what a parser finds in it. */
  | { readonly kind: 'sample'; readonly question: SampleQuestion }
  | { readonly kind: 'reply'; readonly options: ReplyOptions }
  /** Web pages, one after another: the length of each in bytes, and the charset that its reply named. */
  | {
      readonly kind: 'pages';
      readonly plan: PagePlan;
      readonly pages: readonly { readonly length: number; readonly charset: string | null }[];
    };

/** How the parsing process is asked to read a file: the file's bytes are the next `length` ones of its standard input. */
export type ParseOrder = { readonly request: ParseRequest; readonly length: number };
