import { Matcher, RE2JS, RE2JSException } from 're2js';

/**
 * Regular expressions that people write run in linear time, whatever the pattern and the text: RE2, without look-around and
 * back-references. Letter case does not count.
 */
const longestPattern = 2_000;

type Compiled = { readonly pattern: RE2JS } | { readonly problem: string };

/** What was compiled lately; a rule asks for the same few patterns once for every job. */
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

/** Why a pattern cannot be used; null where it can. */
export function patternProblem(source: string): string | null {
  const made = compile(source);
  return 'problem' in made ? made.problem : null;
}

/** Every match of the pattern replaced; `$1` in `by` is what the first group caught. */
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

/** Every occurrence of a text replaced, whatever its letter case. */
export function replaceLiteral(text: string, from: string, by: string): { readonly text: string } | { readonly problem: string } {
  const made = compile(RE2JS.quote(from));
  return 'problem' in made ? made : { text: made.pattern.matcher(text).replaceAll(Matcher.quoteReplacement(by)) };
}

/** What the pattern, or a group of it, finds first; null where it finds nothing. */
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
