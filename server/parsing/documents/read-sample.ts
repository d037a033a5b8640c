import type { DocumentReading, ParserReading, RuleMatch } from '#contract/collecting/parsed-document.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { ColumnAlias } from '#domain/field-aliases/column-alias.ts';
import { chooseParser } from '#domain/parsers/choose-parser.ts';
import type { ParserDocument } from '#domain/parsers/document.ts';
import { narrow } from '#domain/parsers/narrow.ts';
import type { Parser, ParserRule } from '#domain/parsers/parser.ts';
import type { ReadingContext } from '#domain/parsers/read-as.ts';
import { runParser } from '#domain/parsers/run-parser.ts';
import { findMatches } from '#domain/rules/language/pattern.ts';
import { renewPatternUnits } from '#domain/rules/language/pattern-work.ts';
import { type FeedProblem, UnreadableFeed } from '../files/feed-problem.ts';
import { proposeLabels } from './propose-labels.ts';
import { type ReadDocuments, readDocuments } from './read-documents.ts';

/** What to find in a sample: what a parser reads, and where a rule matches. */
export type SampleQuestion = {
  readonly name: string;
  /** The bytes are a text that a person typed, whatever it looks like. */
  readonly isTyped?: boolean;
  readonly parser: Parser | null;
  /** The parser before a change, to compare what both find. */
  readonly earlier: Parser | null;
  readonly rule: ParserRule | null;
  readonly context: ReadingContext;
  /** The customer's own names of fields, for the proposed labels. */
  readonly fieldAliases?: readonly ColumnAlias[];
};

/** Reads an email or file as people and parsers see it. `names` are the names of fields that vendors use. */
export async function readSample(
  bytes: Uint8Array,
  names: Readonly<Record<string, readonly string[]>>,
  { name, isTyped, parser, earlier, rule, context }: SampleQuestion,
): Promise<Result<DocumentReading, FeedProblem>> {
  try {
    const { subject, from, html, plain, documents } = isTyped ? typed(bytes, name) : await readDocuments(bytes, name);
    const document = documents.find(({ kind }) => (kind === 'sheet') === (parser?.readsSheets ?? false)) ?? documents[0];
    if (!document) throw new UnreadableFeed('empty', 'The file has no text.');
    const matches = rule ? matchesOf(document, rule) : [];
    return ok({
      subject,
      from,
      html,
      plain,
      document: shownOf(document),
      proposals: parser ? proposeLabels(document, names) : [],
      reading: parser && readingOf(parser, document, context),
      earlier: earlier && readingOf(earlier, document, context),
      ...('problem' in matches ? { matches: [], ruleProblem: matches.problem } : { matches, ruleProblem: null }),
    });
  } catch (fault) {
    if (fault instanceof UnreadableFeed) return no(fault.problem);
    throw fault;
  }
}

function typed(bytes: Uint8Array, name: string): Pick<ReadDocuments, 'subject' | 'from' | 'html' | 'plain' | 'documents'> {
  const text = new TextDecoder().decode(bytes);
  const document: ParserDocument = { kind: 'text', name, text, cells: [], quoted: '', emails: [] };
  return { subject: name, from: '', html: '', plain: text, documents: [document] };
}

const shownOf = ({ kind, name, text, cells, quoted }: ParserDocument) => ({ kind, name, text, cells, quoted });

function readingOf(parser: Parser, document: ParserDocument, context: ReadingContext): ParserReading {
  const customerId = parser.tokens.find(({ rule }) => rule?.customerId)?.rule?.customerId ?? 0;
  const choice = chooseParser([parser], document, customerId);
  const { records, trace, problem } = runParser(parser, choice.parser ? choice.document : document, context);
  return {
    takes: choice.parser !== null,
    reason: choice.parser === null ? choice.reason : '',
    // A sample shows how the parser works; a list of thousands of jobs would not show it better.
    records: records.slice(0, 50).map(({ values, places, problems, warnings }) => ({
      values: Array.from(values, ([field, text]) => ({ field, text })),
      places,
      problems,
      warnings,
    })),
    trace: trace.slice(0, 500),
    problem,
  };
}

const mostMatches = 50;

function matchesOf({ text }: ParserDocument, rule: ParserRule): readonly RuleMatch[] | { readonly problem: string } {
  renewPatternUnits();
  const whole = { start: 0, end: text.length };
  const found = rule.pattern === '' ? { matches: [whole] } : findMatches(text, rule.pattern, mostMatches);
  if ('problem' in found) return found;
  const matches: RuleMatch[] = [];
  for (const match of found.matches) {
    const part = narrow(text, match, { ...rule, pattern: '' });
    if (part && !('problem' in part)) matches.push({ ...part, text: text.slice(part.start, part.end).slice(0, 2000) });
  }
  return matches;
}
