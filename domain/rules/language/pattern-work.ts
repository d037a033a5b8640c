import { Matcher, MatcherInput, type RE2JS } from 're2js';

/**
 * How much a pattern may cost. The unit is one read of a character times the width of the pattern: about 3 to 7 nanoseconds
 * (docs/decisions/0040). A pass over a text reads each character three times.
 */
export const patternLimits = {
  /** Characters of a pattern. */
  length: 2000,
  /** `\p{…}` and `\P{…}` in one pattern: each compiles to hundreds of ranges. */
  unicodeClasses: 20,
  /** Instructions of the compiled pattern. */
  program: 4000,
  /** Instructions that can be active at one character. */
  width: 200,
  /** Groups in brackets. */
  groups: 50,
  /** Characters of a text that a pattern searches. Later ones stay as they are. */
  text: 20_000,
  /** Characters of a document that a parser searches. */
  document: 200_000,
  /** Units for all patterns of one rule on one job. One pass of the widest pattern over the longest text fits. */
  units: 12_000_000,
  /** Characters of a text after replacing. */
  result: 100_000,
} as const;

/** Units that compiling takes per character of a pattern. */
const unitsPerPatternCharacter = 1000;

/** Thrown out of the engine when the units are used up. */
class OutOfUnits extends Error {}

let left: number = patternLimits.units;
let isUsedUp = false;

/** Gives the patterns that run next a new budget. Called before each rule and each substitution. */
export function renewPatternUnits(): void {
  left = patternLimits.units;
  isUsedUp = false;
}

/** Whether a pattern was stopped since the last renewal, because its rule takes too much work on this job. */
export const patternUnitsUsedUp = (): boolean => isUsedUp;

/** Counts the cost of compiling a pattern that a rule computes from a job. */
export function spendOnCompiling(source: string): void {
  left -= source.length * unitsPerPatternCharacter;
}

/** A text that counts how often the engine reads it, so that the same pattern stops at the same place on every machine. */
class CountedText extends String {
  readonly #text: string;
  readonly #width: number;

  constructor(text: string, width: number) {
    super(text);
    this.#text = text;
    this.#width = width;
  }

  override charCodeAt(at: number): number {
    if ((left -= this.#width) < 0) throw new OutOfUnits();
    return this.#text.charCodeAt(at);
  }

  override indexOf(part: string, from?: number): number {
    const found = this.#text.indexOf(part, from);
    // A native search is about 30 times as fast as a step of the engine.
    left -= ((found < 0 ? this.#text.length : found) - (from ?? 0)) / 4;
    if (left < 0) throw new OutOfUnits();
    return found;
  }

  override substring(from: number, to?: number): string {
    return this.#text.substring(from, to);
  }

  override toString(): string {
    return this.#text;
  }
}

/** Why a pattern was stopped. */
const tooMuchWork = { problem: 'The pattern takes too much work on this text. Make it simpler, or repeat less in it.' };

/** Runs a pattern over a text within the units that are left. */
export function withinUnits<T>(
  { pattern, width }: { readonly pattern: RE2JS; readonly width: number },
  text: string,
  run: (matcher: Matcher) => T,
): T | typeof tooMuchWork {
  try {
    if (left < 0) throw new OutOfUnits();
    // The engine needs plain texts only where it checks the type, and takes any text object there.
    return run(new Matcher(pattern, MatcherInput.utf16(new CountedText(text, width))));
  } catch (error) {
    if (!(error instanceof OutOfUnits)) throw error;
    isUsedUp = true;
    return tooMuchWork;
  }
}
