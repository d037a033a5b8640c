import * as z from 'zod';
import { ColumnReport, FileFlag } from '#contract/collecting/column-mapping.ts';
import { DocumentReading } from '#contract/collecting/parsed-document.ts';
import { jobValues } from '#contract/rows/jobs.ts';
import { PageFacts, PageRow } from './page-plan.ts';

const Row = z.number().int().positive();
const Text = z.string();

/** Messages of the parsing process. They are validated on arrival, because that process has handled bytes from outside. */
export const FeedMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('jobs'),
    jobs: z
      .array(
        z.object({
          ...jobValues,
          providerJobId: Text.min(1),
          idDerived: z.boolean(),
          extra: z.record(Text, Text),
          record: Row,
          statusText: Text.exactOptional(),
          statusUnknown: z.literal(true).exactOptional(),
        }),
      )
      .readonly(),
  }),
  z.object({
    // `warned` rows gave a job, without the value of an optional field.
    kind: z.literal(['refused', 'warned']),
    refused: z
      .array(
        z.object({
          row: Row,
          problems: z.array(z.object({ field: Text, column: Text, value: Text, problem: Text, remedy: Text })).readonly(),
          providerJobId: Text.exactOptional(),
        }),
      )
      .readonly(),
  }),
  z.object({
    kind: z.literal('rows'),
    rows: z.array(z.object({ row: Row, cells: z.record(Text, Text) })).readonly(),
  }),
  z.object({
    kind: z.literal('lines'),
    lines: z.array(z.object({ line: Row, cells: z.array(Text).readonly() })).readonly(),
  }),
  z.object({ kind: z.literal('record'), values: z.array(z.object({ column: Text, value: Text })).readonly() }),
  z.object({
    // Before the rows of a list of records: values that the document has beside its list, and how many entries are no records.
    kind: z.literal('list'),
    beside: z.record(Text, Text),
    bad: z.number().int().nonnegative(),
  }),
  // Rows of the page that follows.
  z.object({ kind: z.literal('pageRows'), rows: z.array(PageRow).readonly() }),
  z.object({ kind: z.literal('page'), facts: PageFacts }),
  z.object({
    kind: z.literal('done'),
    format: z.enum(['xml', 'json', 'csv', 'xlsx', 'mail']),
    signature: Text.exactOptional(),
    shape: z
      .array(z.object({ column: Text, field: Text.nullable(), filled: z.number() }))
      .readonly()
      .exactOptional(),
    columns: z.array(ColumnReport).readonly().exactOptional(),
    flags: z.array(FileFlag).readonly().exactOptional(),
    truncated: Text.exactOptional(),
    mail: z
      .object({
        parserId: z.number().nullable(),
        parser: Text,
        reason: Text,
        processing: z.literal([0, 2, 3]),
        subject: Text,
        from: Text,
        messageId: Text,
        sentAt: Text.nullable(),
        attachments: z.number().int().nonnegative(),
        unread: z.array(Text).readonly(),
      })
      .exactOptional(),
  }),
  // A part of the file that is named next.
  z.object({ kind: z.literal('bytes'), bytes: z.instanceof(Uint8Array) }),
  z.object({ kind: z.literal('file'), name: Text }),
  // After the last file of an email: how many more it has.
  z.object({ kind: z.literal('mailFiles'), more: z.number().int().nonnegative() }),
  z.object({ kind: z.literal('sample'), sample: DocumentReading }),
  z.object({
    kind: z.literal('problem'),
    problem: z.object({
      kind: z.enum([
        'empty',
        'unknown_format',
        'web_page',
        'e_mail',
        'malformed',
        'forbidden',
        'too_large',
        'no_records',
        'timeout',
      ]),
      words: Text,
    }),
  }),
]);
export type FeedMessage = z.infer<typeof FeedMessage>;
