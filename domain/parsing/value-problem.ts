/** Why one value of a vendor's row was not taken, and what to do about it; every part is fit to be read by a person. */
export type ValueProblem = {
  readonly field: string;
  readonly value: string;
  readonly problem: string;
  readonly remedy: string;
};

/** A stated value that cannot be used. */
export type Refused = { readonly kind: 'refused'; readonly problem: ValueProblem };

/** The vendor stated nothing: blank, or a placeholder such as `N/A` or `--None--`. */
export type Absent = { readonly kind: 'none' };

export const absent: Absent = { kind: 'none' };

const VALUE_SHOWN = 120;

/** Text of a vendor made safe to look at: one line, no control characters, at most `longest` characters. */
export function tidy(text: string, longest = 2000): string {
  const clean = text
    .slice(0, longest * 2)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  const cut = clean.length > longest ? `${clean.slice(0, longest - 1)}…` : clean;
  // A cut, or a broken file, can leave half of a character, which no database takes.
  return cut.replaceAll(/\p{Cs}/gu, '');
}

/** A refusal in plain words; the value is cut to what fits on a line. */
export function refuse(field: string, value: string, problem: string, remedy: string): Refused {
  return { kind: 'refused', problem: { field, value: tidy(value, VALUE_SHOWN), problem, remedy } };
}

const PLACEHOLDER =
  /^(?:[-–—_.?*/\s]*|[-\s]*(?:none|null|nil|undefined|n\.?\/?a\.?|nan|not (?:applicable|available|specified|stated|provided)|unspecified|tbd|tba|to be (?:determined|announced))[-\s.]*)$/i;

/** Whether a vendor's cell says nothing (blank, dashes, `N/A`, `--None--`, `TBD`). */
export const saysNothing = (text: string): boolean => PLACEHOLDER.test(text);
