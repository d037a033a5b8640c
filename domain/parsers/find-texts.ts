import type { FeedField } from '#contract/collecting/column-mapping.ts';
import { findMatches } from '../rules/language/pattern.ts';
import { cellAt, cellInColumn, type TableRow } from './cells.ts';
import type { ParserDocument, Span } from './document.ts';
import { type Found, type LabelTest, labelTests, textsAtLabel } from './labels.ts';
import { narrow } from './narrow.ts';
import { hasLabels, labelsOf, type ParserToken } from './parser.ts';

/** Where a token looks, and what was read before it. */
export type Place = {
  readonly document: ParserDocument;
  readonly within: Span;
  readonly row: TableRow | undefined;
  /** The text that the token before found. */
  readonly last: Span | undefined;
  readonly valueOf: (field: FeedField) => string | undefined;
  readonly stops: readonly LabelTest[];
};

type Texts = { readonly found: readonly Found[] } | { readonly problem: string };

const mostMatches = 50;
const nothing: Texts = { found: [] };

/** Every text that a token finds, narrowed by its rule, or why it cannot look. */
export function findTexts(token: ParserToken, place: Place): Texts {
  const whole = wholeTexts(token, place);
  if ('problem' in whole || token.rule === null) return whole;
  // The pattern of a token of patterns has found the text already.
  const rule = token.type === 'pattern' ? { ...token.rule, pattern: '' } : token.rule;
  const found: Found[] = [];
  for (const text of whole.found) {
    const part = narrow(place.document.text, text, rule);
    if (part && 'problem' in part) return part;
    // A rule that finds its part in several lines has answered which of them is meant.
    if (part) found.push(rule.pattern === '' && text.unclear ? { ...part, unclear: text.unclear } : part);
  }
  return { found };
}

function wholeTexts(token: ParserToken, place: Place): Texts {
  const { document, within } = place;
  if (hasLabels(token)) return atLabels(token, place);
  if (token.type === 'pattern') {
    if (!token.rule?.pattern) return { problem: 'The token has no rule with a pattern. Choose a rule.' };
    const matches = findMatches(document.text.slice(within.start, within.end), token.rule.pattern, mostMatches);
    if ('problem' in matches) return matches;
    return { found: matches.matches.map(({ start, end }) => ({ start: start + within.start, end: end + within.start })) };
  }
  if (token.type === 'part') {
    if (!token.rule?.separator) return { problem: 'The token has no rule with a separator. Choose a rule.' };
    return place.last ? { found: [place.last] } : nothing;
  }
  if (token.type === 'cell') return one(cellAt(document, token.address, place.row, within));
  if (token.type !== 'column') return nothing;
  if (!place.row) return { problem: 'A column is read only in a loop over rows. Put a loop before this token.' };
  return one(cellInColumn(document, token.column, place.row));
}

const one = (span: Span | undefined): Texts => (span ? { found: [{ start: span.start, end: span.end }] } : nothing);

function atLabels(token: ParserToken, place: Place): Texts {
  const { type, dataType } = token;
  if (type !== 'after' && type !== 'below' && type !== 'right') return nothing;
  const labels = labelsOf(token).flatMap((label) => filledIn(label, place.valueOf) ?? []);
  const search = { document: place.document, within: place.within, stops: place.stops, long: dataType === 'longText' };
  return { found: textsAtLabel(type, { ...search, labels: labelTests(labels) }) };
}

/** A label with the values that it names: `{shift}` becomes the shift that was read. Undefined if there is no such value. */
function filledIn(label: string, valueOf: (field: FeedField) => string | undefined): string | undefined {
  let known = true;
  const filled = label.replaceAll(/\{(\w{1,40})\}/g, (_all, field: string) => {
    const value = valueOf(field as FeedField);
    if (value === undefined) known = false;
    return value ?? '';
  });
  return known ? filled : undefined;
}
