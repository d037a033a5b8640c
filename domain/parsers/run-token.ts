import type { Span } from './document.ts';
import { findTexts, type Place } from './find-texts.ts';
import { lookUp } from './lookup.ts';
import type { ParserToken } from './parser.ts';
import { type Reading, type ReadingContext, readAs } from './read-as.ts';
import type { RecordBuilder } from './record.ts';

/** What a token did with the document. */
export type Outcome = {
  readonly outcome: 'found' | 'fallback' | 'not_found' | 'unreadable' | 'ambiguous' | 'broken' | 'repeats' | 'end';
  readonly text?: string;
  readonly span?: Span;
  /** Why there is no value. */
  readonly words?: string;
};

/**
 * Runs a token that is no loop. A text that has different values in several places, or whose end is unclear, gives no value
 * and a problem of the record.
 */
export function runToken(token: ParserToken, place: Place, record: RecordBuilder, context: ReadingContext): Outcome {
  if (token.type === 'constant') return take(token, record, token.text, undefined, context, 'found');
  if (token.type === 'lookup') {
    const from = token.text === '' ? token.target : (token.text as ParserToken['target']);
    const known = from === null ? undefined : record.valueOf(from);
    const made = known === undefined ? undefined : lookUp(known, token.lookup);
    return made === undefined ? withoutText(token, record, context) : take(token, record, made, undefined, context, 'found');
  }
  const texts = findTexts(token, place);
  if ('problem' in texts) return { outcome: 'broken', words: texts.problem };
  const read = texts.found.map((span) => {
    const text = place.document.text.slice(span.start, span.end);
    return { span, reading: readAs(token.dataType, lookUp(text, token.lookup) ?? text, context) };
  });
  const clear = distinctReadings(read.filter(({ span, reading }) => reading.kind === 'read' && span.unclear === undefined));
  const [first, second] = clear;
  // A token without a field only moves on: it does not matter which of its places is meant.
  if (first && second && token.target !== null)
    return refuse(
      token,
      record,
      'ambiguous',
      first.reading,
      `The document says both “${textOf(first.reading)}” and “${textOf(second.reading)}”.`,
    );
  if (first) return take(token, record, textOf(first.reading), first.span, context, 'found');
  const unclear = read.find(({ span, reading }) => span.unclear !== undefined && reading.kind !== 'none');
  if (unclear) return { ...refuse(token, record, 'unreadable', unclear.reading, unclear.span.unclear ?? ''), span: unclear.span };
  const bad = read.find(({ reading }) => reading.kind === 'unreadable');
  if (!bad) return withoutText(token, record, context);
  // The text goes on as it is: its field decides whether the job can do without it.
  if (token.target) record.set(token.target, token, bad.reading, textOf(bad.reading), bad.span);
  return {
    outcome: 'unreadable',
    text: textOf(bad.reading),
    span: bad.span,
    words: bad.reading.kind === 'unreadable' ? bad.reading.problem : '',
  };
}

const textOf = (reading: Reading): string => (reading.kind === 'none' ? '' : reading.text);

function distinctReadings<T extends { readonly reading: Reading }>(found: readonly T[]): T[] {
  const seen = new Set<string>();
  return found.filter(({ reading }) => {
    const same = reading.kind === 'read' ? reading.same : '';
    return !seen.has(same) && seen.add(same);
  });
}

function withoutText(token: ParserToken, record: RecordBuilder, context: ReadingContext): Outcome {
  if (token.fallback !== '') return take(token, record, token.fallback, undefined, context, 'fallback');
  return { outcome: 'not_found', words: 'The document does not say this where the parser looks for it.' };
}

function take(
  token: ParserToken,
  record: RecordBuilder,
  text: string,
  span: Span | undefined,
  context: ReadingContext,
  outcome: 'found' | 'fallback',
): Outcome {
  const reading = readAs(token.dataType, text, context);
  if (token.target) record.set(token.target, token, reading, text, span);
  return { outcome, text, ...(span && { span }) };
}

/** No value is taken, and the job is refused: a wrong value would be worse than none. */
function refuse(
  token: ParserToken,
  record: RecordBuilder,
  outcome: 'ambiguous' | 'unreadable',
  reading: Reading,
  words: string,
): Outcome {
  const text = textOf(reading);
  if (token.target) {
    record.problems.push({
      field: token.target,
      value: text.slice(0, 120),
      problem: words,
      remedy: 'Add a rule to the token that says which text is meant.',
    });
  }
  return { outcome, text, words };
}
