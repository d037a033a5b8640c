import { findMatches } from '../rules/language/pattern.ts';
import { renewPatternUnits } from '../rules/language/pattern-work.ts';
import { beginningOf, type ParserDocument } from './document.ts';
import { isTrigger, type Parser, type ParserRule } from './parser.ts';

/** The parser that takes a document, and how much of it; or why none does. */
export type Choice =
  | { readonly parser: Parser; readonly document: ParserDocument }
  | { readonly parser: null; readonly reason: string };

/**
 * Chooses the parser by triggers: a parser takes a document if each of its triggers is found in it. Of several, the one with the
 * most triggers is taken; if they have the same number, none is. Of the emails that an email passes on, only those down to the first that
 * a parser takes are read: what is below is older.
 */
export function chooseParser(parsers: readonly Parser[], document: ParserDocument, customerId: number): Choice {
  for (const end of [...document.emails, document.text.length]) {
    const choice = choose(parsers, beginningOf(document, end), customerId);
    if (choice) return choice;
  }
  return { parser: null, reason: whyNone(parsers, document, customerId) };
}

function choose(parsers: readonly Parser[], document: ParserDocument, customerId: number): Choice | undefined {
  const fitting = parsers
    .map((parser) => ({ parser, triggers: triggersOf(parser, customerId) }))
    .filter(
      ({ parser, triggers }) =>
        triggers.length > 0 && fits(parser, document) && triggers.every((rule) => isIn(document.text, rule)),
    )
    .sort((a, b) => b.triggers.length - a.triggers.length);
  const [first, second] = fitting;
  if (first && second && first.triggers.length === second.triggers.length) {
    const names = `“${first.parser.name}” and “${second.parser.name}”`;
    return { parser: null, reason: `Both parsers ${names} take this document. Give one of them another trigger.` };
  }
  return first && { parser: first.parser, document };
}

const fits = ({ needsTable, readsSheets }: Parser, { cells, kind }: ParserDocument): boolean =>
  (!needsTable || cells.length > 0) && readsSheets === (kind === 'sheet');

/** The triggers that apply to a customer’s documents. */
const triggersOf = ({ tokens }: Parser, customerId: number): ParserRule[] => {
  const rules = tokens.flatMap(({ rule }) => (rule && isTrigger(rule) ? [rule] : []));
  const own = rules.filter((rule) => rule.customerId === null || rule.customerId === customerId);
  return own.length === rules.length ? [...new Map(own.map((rule) => [rule.id, rule])).values()] : [];
};

function isIn(text: string, { pattern }: ParserRule): boolean {
  renewPatternUnits();
  const found = findMatches(text, pattern, 1);
  return 'matches' in found && found.matches.length > 0;
}

function whyNone(parsers: readonly Parser[], document: ParserDocument, customerId: number): string {
  if (parsers.length === 0) return 'No parser is assigned to the customer. Assign one.';
  const quoted = parsers.find((parser) => {
    const triggers = triggersOf(parser, customerId);
    return triggers.length > 0 && triggers.every((rule) => isIn(`${document.text}\n${document.quoted}`, rule));
  });
  if (quoted)
    return `The order of “${quoted.name}” is only in what this reply quotes. It is not read, because it may have changed since.`;
  return 'No trigger of the customer’s parsers is found in this document.';
}
