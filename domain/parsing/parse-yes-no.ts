import { type Absent, absent, type Refused, refuse, saysNothing, tidy } from './value-problem.ts';

export type YesNo = { readonly kind: 'answer'; readonly yes: boolean } | Absent | Refused;

const YES = /^(?:y|yes|true|t|1|on|x|✓|hot|asap|urgent)$/;
const NO = /^(?:n|no|false|f|0|off)$/;

/** Parses a flag: `true`, `Yes`, `1`, `X`. */
export function parseYesNo(text: string, field = 'flag'): YesNo {
  const line = tidy(text, 40).toLowerCase();
  if (YES.test(line)) return { kind: 'answer', yes: true };
  if (NO.test(line)) return { kind: 'answer', yes: false };
  if (saysNothing(line)) return absent;
  return refuse(field, text, 'This is neither yes nor no.', 'Map a column that says yes or no, or leave this field unmapped.');
}
