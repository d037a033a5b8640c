import * as z from 'zod';
import { FeedField } from './column-mapping.ts';

const span = { start: z.number().int(), end: z.number().int() };

/** The text and the cells of a document as parsers read it. Places count the characters of `text`. */
export const DocumentText = z.object({
  kind: z.enum(['mail', 'page', 'text', 'sheet']),
  name: z.string(),
  text: z.string(),
  cells: z.array(z.object({ table: z.number(), row: z.number(), column: z.number(), columns: z.number(), ...span })).readonly(),
  /** Earlier emails that a reply quotes. Parsers do not read them. */
  quoted: z.string(),
});
export type DocumentText = z.infer<typeof DocumentText>;

const Problem = z.object({ field: z.string(), value: z.string(), problem: z.string(), remedy: z.string() });

/** What a parser found in a document. */
export const ParserReading = z.object({
  /** Whether the triggers of the parser are found, and if not, why. */
  takes: z.boolean(),
  reason: z.string(),
  /** One for each job. */
  records: z
    .array(
      z.object({
        values: z.array(z.object({ field: FeedField, text: z.string() })).readonly(),
        /** Where each value is in the text. */
        places: z.array(z.object({ field: FeedField, token: z.number(), ...span })).readonly(),
        problems: z.array(Problem).readonly(),
        warnings: z.array(Problem).readonly(),
      }),
    )
    .readonly(),
  /** What each token did, in order. */
  trace: z
    .array(
      z.object({
        token: z.number(),
        record: z.number(),
        outcome: z.enum(['found', 'fallback', 'not_found', 'unreadable', 'ambiguous', 'broken', 'repeats', 'end']),
        text: z.string(),
        words: z.string(),
        ...span,
      }),
    )
    .readonly(),
  /** Why the parser stopped before its end. */
  problem: z.string().nullable(),
});
export type ParserReading = z.infer<typeof ParserReading>;

/** A place where a rule matches, and its text. */
export const RuleMatch = z.object({ text: z.string(), ...span });
export type RuleMatch = z.infer<typeof RuleMatch>;

/** A label whose name is known, and the field that it means. */
export const LabelProposal = z.object({ field: FeedField, label: z.string(), type: z.enum(['after', 'right']), ...span });
export type LabelProposal = z.infer<typeof LabelProposal>;

/** An email or file as people and parsers see it. */
export const DocumentReading = z.object({
  subject: z.string(),
  from: z.string(),
  /** Without scripts, remote content and hidden text. */
  html: z.string(),
  /** The text of an email that has no HTML. */
  plain: z.string().nullable(),
  document: DocumentText,
  /** What the given parser found. */
  reading: ParserReading.nullable(),
  /** What the parser found before a change. */
  earlier: ParserReading.nullable(),
  /** Where the given rule matches, or why it cannot be used. */
  matches: z.array(RuleMatch).readonly(),
  ruleProblem: z.string().nullable(),
  /** Labels that a token could look for. */
  proposals: z.array(LabelProposal).readonly(),
});
export type DocumentReading = z.infer<typeof DocumentReading>;
