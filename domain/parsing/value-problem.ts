/** Why a value of a vendor's row was refused, and what to do. Every part is a text for people. */
export type ValueProblem = {
  readonly field: string;
  readonly value: string;
  readonly problem: string;
  readonly remedy: string;
};

/** A value that is present but invalid. */
export type Refused = { readonly kind: 'refused'; readonly problem: ValueProblem };

/** The vendor gave no value: blank, or a placeholder such as `N/A` or `--None--`. */
export type Absent = { readonly kind: 'none' };

export const absent: Absent = { kind: 'none' };

const VALUE_SHOWN = 120;

/** A vendor's text made safe to show: one line, no control characters, at most `longest` characters. */
export function tidy(text: string, longest = 2000): string {
  const clean = text
    .slice(0, longest * 2)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  const cut = clean.length > longest ? `${clean.slice(0, longest - 1)}…` : clean;
  // A cut, or a broken file, can leave half of a character, which databases refuse.
  return cut.replaceAll(/\p{Cs}/gu, '');
}

/** Builds a refusal with its message. The value is shortened to fit on a line. */
export function refuse(field: string, value: string, problem: string, remedy: string): Refused {
  return { kind: 'refused', problem: { field, value: tidy(value, VALUE_SHOWN), problem, remedy } };
}

const PLACEHOLDER =
  /^(?:[-–—_.?*/\s]*|[-\s]*(?:none|null|nil|undefined|n\.?\/?a\.?|nan|not (?:applicable|available|specified|stated|provided)|unspecified|tbd|tba|to be (?:determined|announced))[-\s.]*)$/i;

/** Whether a vendor's cell has no value (blank, dashes, `N/A`, `--None--`, `TBD`). */
export const saysNothing = (text: string): boolean => PLACEHOLDER.test(text);
