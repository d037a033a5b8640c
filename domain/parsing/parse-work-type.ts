import { type Absent, absent, type Refused, refuse, saysNothing, tidy } from './value-problem.ts';

/** Travel 1, permanent 2, per diem 3, as documented. */
export type WorkType = 1 | 2 | 3;
export type ParsedWorkType = { readonly kind: 'workType'; readonly workType: WorkType } | Absent | Refused;

// The order matters: "Per Diem TRAVEL" is a per-diem pool, "Temp to Perm" starts as a contract.
const TYPES: readonly (readonly [WorkType, RegExp])[] = [
  [3, /^3(?:\.0+)?$|\bper[- ]?diem\b|\bprn\b|\bday ?shifts? only\b|^shifts?$|\bbank\b|\bas needed\b|\bsingle shifts?\b/],
  [
    1,
    /^1(?:\.0+)?$|\btravel(?:er|ers|ing)?\b|\bcontract(?:or)?s?\b|\btemp(?:orary)?\b|\blto\b|\blong[- ]term\b|\bassignment\b|\blocums?\b|\blocal\b|\brapid response\b|\binterim\b/,
  ],
  [2, /^2(?:\.0+)?$|\bperm(?:anent)?\b|\bdirect[- ]hire\b|\bfull[- ]?time\b|\bpart[- ]?time\b|\bstaff\b|\bregular\b/],
];

/** Parses an order's work type: `Travel`, `Contract (Travel only)`, `PRN`, `Direct Hire`, or its number. */
export function parseWorkType(text: string, field = 'workType'): ParsedWorkType {
  const line = tidy(text, 100).toLowerCase().replaceAll('_', ' ');
  if (saysNothing(line)) return absent;
  const found = TYPES.find(([, pattern]) => pattern.test(line));
  if (found) return { kind: 'workType', workType: found[0] };
  return refuse(field, text, 'This work type is unknown.', 'Use Travel, Permanent or Per Diem (1, 2 or 3).');
}
