import { RE2JS, RE2JSException } from 're2js';
import { patternWidth } from './pattern-cost.ts';
import { patternLimits, spendOnCompiling, withinUnits } from './pattern-work.ts';

// User-written regular expressions run in linear time for any pattern and text: RE2, without look-around and back-references.
// Letter case is ignored unless the caller says otherwise. Patterns whose work per character is too high are refused.

type Problem = { readonly problem: string };
type Compiled = { readonly pattern: RE2JS; readonly width: number } | Problem;

/** A cache of compiled patterns: a rule uses the same few patterns for every job. */
const compiled = new Map<string, Compiled>();
const keptPatterns = 500;

function compile(source: string, caseSensitive = false): Compiled {
  const key = `${caseSensitive ? 's' : 'i'}${source}`;
  const known = compiled.get(key);
  if (known) return known;
  if (compiled.size >= keptPatterns) compiled.clear();
  spendOnCompiling(source);
  const made = recompile(source, caseSensitive);
  compiled.set(key, made);
  return made;
}

function recompile(source: string, caseSensitive: boolean): Compiled {
  const { length, unicodeClasses, groups, program, width: mostWidth } = patternLimits;
  if (source.length > length) return { problem: `A pattern has at most ${length} characters. Split it into several rules.` };
  if ((source.match(/\\[pP]/g)?.length ?? 0) > unicodeClasses)
    return { problem: `A pattern has at most ${unicodeClasses} classes such as \\p{L}. Join them: [\\p{L}\\p{N}].` };
  try {
    const pattern = RE2JS.compile(source, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
    if (pattern.groupCount() > groups)
      return { problem: `A pattern has at most ${groups} groups. Write (?:…) where a group is not used.` };
    const width = pattern.programSize() > program ? program : patternWidth(pattern);
    return width > mostWidth ? { problem: tooWide(source, width) } : { pattern, width };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { problem: `The pattern “${shortened(source)}” cannot be read: ${error.message}.` };
  }
}

const shortened = (source: string): string => (source.length > 60 ? `${source.slice(0, 59)}…` : source);

const tooWide = (source: string, width: number): string =>
  `The pattern “${shortened(source)}” takes too much work: ${width} of its parts can apply to one character, and at most ` +
  `${patternLimits.width} may. Use smaller repeat counts such as {1,20}, or + and *, or split the pattern into several rules.`;

/** Why a pattern cannot be used. Null if it can. */
export function patternProblem(source: string, caseSensitive = false): string | null {
  const made = compile(source, caseSensitive);
  return 'problem' in made ? made.problem : null;
}

/** Whether the pattern matches in the first 20,000 characters of a text, or why it cannot be used or was stopped. */
export function hasPattern(text: string, source: string, caseSensitive = false): boolean | Problem {
  const made = compile(source, caseSensitive);
  if ('problem' in made) return made;
  return withinUnits(made, text.slice(0, patternLimits.text), (matcher) => matcher.find());
}

/** The engine's types hide this step of `replaceAll`. Whole, `replaceAll` could grow a text without limit. */
type Appending = { appendReplacement(by: string): string };

/**
 * Replaces every match of the pattern in the first 20,000 characters of a text; the rest stays. `$1` in `by` is the text of the
 * first group.
 */
export function replacePattern(text: string, source: string, by: string): { readonly text: string } | Problem {
  const made = compile(source);
  if ('problem' in made) return made;
  const rest = text.slice(patternLimits.text);
  try {
    return withinUnits(made, text.slice(0, patternLimits.text), (matcher) => {
      let replaced = '';
      while (matcher.find()) {
        replaced += (matcher as unknown as Appending).appendReplacement(by);
        if (replaced.length > patternLimits.result) return tooLong;
      }
      return within(replaced + matcher.appendTail() + rest);
    });
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { problem: `The replacement “${by}” names a group that the pattern “${shortened(source)}” does not have.` };
  }
}

const tooLong: Problem = {
  problem: `Replacing makes the text longer than ${patternLimits.result} characters. Shorten the replacement.`,
};

const within = (text: string): { readonly text: string } | Problem => (text.length > patternLimits.result ? tooLong : { text });

/** Replaces every occurrence of a text, in any letter case. */
export function replaceLiteral(text: string, from: string, by: string): { readonly text: string } | Problem {
  // Without operators a pattern has no alternatives to try: the native engine is safe and searches the whole text.
  const literal = new RegExp(from.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu');
  let grown = text.length;
  for (const [found] of text.matchAll(literal)) {
    grown += by.length - found.length;
    if (grown > patternLimits.result && grown > text.length) return tooLong;
  }
  return { text: text.replaceAll(literal, () => by) };
}

/** The first match of the pattern in the first 20,000 characters, or of one of its groups. Null without a match. */
export function findPattern(text: string, source: string, group: number): { readonly text: string | null } | Problem {
  const made = compile(source);
  if ('problem' in made) return made;
  if (!Number.isInteger(group) || group < 0 || group > made.pattern.groupCount())
    return { problem: `The pattern “${shortened(source)}” has no group ${group}.` };
  return withinUnits(made, text.slice(0, patternLimits.text), (matcher) => ({
    text: matcher.find() ? (matcher.group(group) ?? null) : null,
  }));
}

/**
 * Up to `most` matches of the pattern, or of its first group if it has one, as positions in the first 200,000 characters of a text.
 */
export function findMatches(
  text: string,
  source: string,
  most: number,
): { readonly matches: readonly { readonly start: number; readonly end: number }[] } | Problem {
  const made = compile(source);
  if ('problem' in made) return made;
  const group = made.pattern.groupCount() > 0 ? 1 : 0;
  return withinUnits(made, text.slice(0, patternLimits.document), (matcher) => {
    const matches: { start: number; end: number }[] = [];
    while (matches.length < most && matcher.find()) {
      // A group in an alternative that was not taken has no place.
      const at = matcher.start(group) < 0 ? 0 : group;
      matches.push({ start: matcher.start(at), end: matcher.end(at) });
    }
    return { matches };
  });
}
