import * as z from 'zod';

// The content of a backup is lines of JSON: the head, then for each table its number and one text per row, then the end.

/** The first line: what was backed up. */
export const Head = z.object({
  takenAt: z.iso.datetime(),
  /** The build that made it. */
  version: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), shape: z.string() })),
});
export type Head = z.infer<typeof Head>;

/** Rows of one table, and SHA-256 over their lines. */
export const TableSum = z.object({ name: z.string(), rows: z.number().int(), sha256: z.string() });
export type TableSum = z.infer<typeof TableSum>;

/** The last line, by which a reader checks what it read. */
export const End = z.object({
  tables: z.array(TableSum),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
  /** Bytes of all rows before compression. */
  bytes: z.number().int(),
  milliseconds: z.number(),
});
export type End = z.infer<typeof End>;
