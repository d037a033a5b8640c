import type { ShiftModifier } from '../../ai/reading.ts';

const NOUN = String.raw`(?:(?:work(?:ing)?|job|scheduled|daily|assigned|required|current) )?(?:shifts?|schedule|sched|hours|hrs)`;
const MORE = String.raw`(?: ?/ ?shift| (?:type|times?|patterns?|details?|hours?|hrs|info|schedule|needed|requested|required|length|duration|description|work(?:ed|ing)?|of work|offered|available|options?|per shift|/ ?hours?))*`;
const IN_BRACKETS = String.raw`(?: ?\([^)]{0,20}\))?`;

/** A label before a shift: `Shift:`, `Work schedule -`, `the hours are`. */
const LABEL = new RegExp(
  String.raw`\b(?<!(?:guaranteed|weekly|open|opening|business|office|clinic|visiting|call|charge|overtime|total|ot|minimum|min|pharmacy|of) )${NOUN}${MORE}${IN_BRACKETS}\s?(?:[:=]|[-–—](?=\s)|(?:is|are|will be|run|runs)\b)`,
);
const STARTING_LABEL = new RegExp(String.raw`^\W*(?:shifts?|schedule|hours of work|working hours|work hours)\b${MORE}\s`);
const HEADING = new RegExp(String.raw`^\W*${NOUN}${MORE}${IN_BRACKETS}\W*$`);

/** Where the value after a label begins in a lower-case clause; undefined if no label is there. */
export function afterLabel(clause: string, heading: string): number | undefined {
  if (HEADING.test(heading)) return 0;
  const hit = LABEL.exec(clause) ?? STARTING_LABEL.exec(clause);
  return hit ? hit.index + hit[0].length : undefined;
}

/** Whether a label names the length of a shift, so that a plain number after it is hours. */
export const namesLength = (clause: string, heading: string): boolean =>
  /\b(?:length|duration|hours per shift|hrs per shift|hours\/shift|hrs ?\/ ?shift)\b/.test(`${heading} ${clause}`);

// Before a span: what is not worked at these times.
const NOT_WORKED_BEFORE =
  /\b(?:open(?:s|ed|ing)?|opening hours|operat(?:es?|ing|ions?|ional)|(?:business|office|clinic|visiting|visitor|pharmacy|lobby|service|department|unit|desk|front desk|cafeteria|store|shop) hours|visit(?:ing|ors?)|cafeteria|coffee|gift shop|reception|parking|shuttle|daycare|childcare|help ?desk|hotline|available|reach(?:ed|able)?|contact|call (?:us|me|our|your)|phone|recruiter|interviews?|orientation|onboarding|class(?:es)?|training|meetings?|huddle|job fair|open house|enhancements?|differentials?|premium|lunch|breaks?|meals?|quiet (?:time|hours)|call hours|on[- ]?call|call[- ]?backs?|call (?:from|is|shifts?|coverage|rotation)|closed|clinics? (?:per|from|which|run)|services?|study days?|clients?|deliver(?:y|ies)|drop[- ]?off|see patients)\b/;
const NOT_WORKED_AFTER =
  /^[\s,:(–-]*(?:(?!no\b|not\b|without\b)\w+\s){0,2}(?:opening|business hours|office hours|clinic hours|hours of operation|visiting|visitor|differentials?|premium|enhancements?|orientation|lunch|breaks?|services?\b|on[- ]?call|call\b|for (?:visitors|questions|interviews|orientation|clients))/;
// A shift word nearer to the span than such a word decides for the shift.
const WORKED = /\b(?:shifts?|schedule|hours (?:are|will be|of work)|work(?:s|ing)? (?:hours|from|days|nights)?|hours worked)\b/g;

/** Whether words between two spans only join them: "07:30-18:30 and Sat 08:30-17:30". */
export const isJoined = (between: string): boolean =>
  /^[\s,&/(]*(?:and|or|&)\b/.test(between) && !/\b(?:shifts?|schedule|work)\b/.test(between);

/** Whether a span is worked, judged by the lower-case words before and after it in its clause. */
export function isWorked(before: string, after: string): boolean {
  if (NOT_WORKED_AFTER.test(after)) return false;
  const denied = NOT_WORKED_BEFORE.exec(before);
  if (!denied) return true;
  const asked = [...before.matchAll(WORKED)].at(-1);
  return asked !== undefined && asked.index > denied.index + denied[0].length + 1 && !/^(?:call|on)/.test(denied[0]);
}

const NO_SHIFT_HOURS_BEFORE =
  /\b(?:within|every|at least|minimum(?: of)?|min|first|last|past|after|up to|additional|extra|over|beyond|response|less than|more than)\s*(?:a |an |the )?$/;
const NO_SHIFT_HOURS_AFTER =
  /^[\s-]*(?:notice|cancell?|orientation|prior|before|advance|in advance|response|support|care|minimum|ceus?|training|class|course|lunch|break|of (?:notice|orientation|training|call|lunch|ot|overtime)|hold|turnaround|emergency|pharmacy|service|operation|on[- ]?call|per (?:week|month|pay|year|day of call)|weekly|a week|\/ ?w|wk|guarantee)/;

/** Whether a count of hours is the length of a shift, judged by the lower-case words around it. */
export const areShiftHours = (before: string, after: string): boolean =>
  !NO_SHIFT_HOURS_BEFORE.test(before) && !NO_SHIFT_HOURS_AFTER.test(after);

const KINDS: readonly (readonly [ShiftModifier, RegExp])[] = [
  [
    'day',
    /\bdays?(?! ?(?:per|a|each|\/|of|off|notice|prior|from|orientation|contract|assignment))\b|\bdayshift\b|\bmornings?\b|\bam shifts?\b/g,
  ],
  ['eve', /\beve(?:s|nings?)?\b|\bmids?\b|\bmid-?shifts?\b|\bpm shifts?\b|\bswings?\b|\bafternoons?\b/g],
  ['night', /\bnights?\b|\bnightshift\b|\bnocs?\b|\bnocturnal\b|\bovernights?\b|\bgraveyard\b/g],
  ['rotating', /\brotat(?:e|es|ing|ion|ions|or)\b/g],
  ['floatpool', /\bfloat ?pool\b/g],
  ['float', /\bfloat(?:s|ing)?\b(?! ?pool)/g],
  ['weekends', /\bweekends?\b/g],
  ['flex', /\bflex(?:ible)?\b/g],
  ['call', /\bon[- ]?call\b|\bcall only\b/g],
];

/** A word of a kind of shift in a clause: `clause.slice(from, to)`. */
export type PlacedKind = { readonly kind: ShiftModifier; readonly from: number; readonly to: number };

/** The words of kinds in a lower-case clause, in order. Days that are counted ("90 days") are none. */
export function placedKinds(clause: string): readonly PlacedKind[] {
  const found = KINDS.flatMap(([kind, pattern]) =>
    [...clause.matchAll(pattern)].map((hit) => ({ kind, from: hit.index, to: hit.index + hit[0].length })),
  );
  const counted = (from: number): boolean =>
    /(?:\d+|\b(?:two|three|four|five|six|seven|calendar|business|working|sick|vacation|blocked|requested|per|every|each|most|all|to|first))[\s-]*$/.test(
      clause.slice(Math.max(0, from - 12), from),
    );
  const hours = (from: number): boolean =>
    /\b(?:8|10|12)\s*-?\s*(?:h|hr|hrs|hour|hours)?[\s-]*$/.test(clause.slice(Math.max(0, from - 14), from));
  return found.filter(({ kind, from }) => kind !== 'day' || !counted(from) || hours(from)).toSorted((a, b) => a.from - b.from);
}

/** Whether words of kinds name a shift here: "night shift", "12 hr days", not "night shift differential". */
export const namesShiftKind = (before: string, after: string): boolean =>
  /^[\s-]*(?:shifts?\b(?! (?:diff|premium|pay|bonus))|position|schedule|hours)/.test(after) &&
  !/\b(?:differential|premium|bonus|if|may|occasional(?:ly)?|no|not|available)\b/.test(before);

/** Whether a lower-case clause speaks of a shift at all. */
export const speaksOfShift = (clause: string): boolean =>
  /\b(?:shifts?|schedul\w*|nights?|days?|eve(?:nings?|s)?|mids?|nocs?|hours?|hrs?|12s|10s|8s|mon|monday|work(?:s|ing)?|x ?(?:8|10|12))\b/.test(
    clause,
  );

/** Whether nothing but a shift is in the clause: `7a-7p`, `3x12 Nights`, `12 hours, nights`. `rest` is the clause without its values. */
export const isBare = (rest: string): boolean =>
  !/[a-z]{2,}/.test(
    rest.replaceAll(
      /\b(?:shifts?|and|or|to|with|every|other|weekends?|call|only|hours?|hrs?|hr|week|per|required|holidays?|w\/|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|through|thru|am|pm|rotation|varie[sd]|variable|flex(?:ible)?|block|scheduling|self)\b/g,
      ' ',
    ),
  );
