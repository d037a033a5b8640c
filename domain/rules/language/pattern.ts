import { Matcher, RE2JS, RE2JSException } from 're2js';

/**
 * User-written regular expressions run in linear time for any pattern and text: RE2, without look-around and back-references.
 * Letter case is ignored.
 */
const longestPattern = 2_000;

type Compiled = { readonly pattern: RE2JS } | { readonly problem: string };

/** A cache of compiled patterns: a rule uses the same few patterns for every job. */
const compiled = new Map<string, Compiled>();
const keptPatterns = 500;

function compile(source: string): Compiled {
  const known = compiled.get(source);
  if (known) return known;
  if (compiled.size >= keptPatterns) compiled.clear();
  const made = recompile(source);
  compiled.set(source, made);
  return made;
}

function recompile(source: string): Compiled {
  if (source.length > longestPattern) return { problem: `A pattern has at most ${longestPattern} characters.` };
  try {
    return { pattern: RE2JS.compile(source, RE2JS.CASE_INSENSITIVE) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { problem: `The pattern “${source}” cannot be read: ${error.message}.` };
  }
}

/** Why a pattern cannot be used. Null if it can. */
export function patternProblem(source: string): string | null {
  const made = compile(source);
  return 'problem' in made ? made.problem : null;
}

/** Replaces every match of the pattern. `$1` in `by` is the text of the first group. */
export function replacePattern(
  text: string,
  source: string,
  by: string,
): { readonly text: string } | { readonly problem: string } {
  const made = compile(source);
  if ('problem' in made) return made;
  try {
    return { text: made.pattern.matcher(text).replaceAll(by) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { problem: `The replacement “${by}” names a group that the pattern “${source}” does not have.` };
  }
}

/** Replaces every occurrence of a text, in any letter case. */
export function replaceLiteral(text: string, from: string, by: string): { readonly text: string } | { readonly problem: string } {
  const made = compile(RE2JS.quote(from));
  return 'problem' in made ? made : { text: made.pattern.matcher(text).replaceAll(Matcher.quoteReplacement(by)) };
}

/** The first match of the pattern, or of one of its groups. Null without a match. */
export function findPattern(
  text: string,
  source: string,
  group: number,
): { readonly text: string | null } | { readonly problem: string } {
  const made = compile(source);
  if ('problem' in made) return made;
  const matcher = made.pattern.matcher(text);
  if (!Number.isInteger(group) || group < 0 || group > matcher.groupCount())
    return { problem: `The pattern “${source}” has no group ${group}.` };
  return { text: matcher.find() ? (matcher.group(group) ?? null) : null };
}
