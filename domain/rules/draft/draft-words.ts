import { stateCode, stateNames } from '../../parsing/states.ts';

/** Words for a value, each with the value. Longer ones are tried first. */
type Vocabulary = readonly (readonly [words: string, value: string])[];

const entries = (list: string): Vocabulary =>
  list.split('|').flatMap((entry) => {
    const [value = '', ...words] = entry.split(':').map((part) => part.trim());
    return [value, ...(words[0]?.split(',') ?? [])].map((word) => [word.trim().toLowerCase(), value] as const);
  });

/** Degrees by their usual abbreviations and names. */
const degrees = entries(
  'RN: registered nurses, registered nurse|LPN: licensed practical nurses, licensed practical nurse|LVN: licensed vocational nurse|CNA: certified nursing assistants, certified nursing assistant, nurse aide, nursing assistant|NP: nurse practitioners, nurse practitioner|CRNA: nurse anesthetist|CNM: certified nurse midwife, nurse midwife|CNS: clinical nurse specialist|PA: physician assistant|CMA: medical assistant|PT: physical therapists, physical therapist|PTA: physical therapist assistant, physical therapy assistant|OT: occupational therapists, occupational therapist|COTA: occupational therapy assistant|SLP: speech language pathologist, speech therapist|RRT: registered respiratory therapist|RT: respiratory therapist|CST: surgical technologist, surgical tech|EMT|LCSW: clinical social worker|MSW|MD: physicians, physician|DO|MT|MLT|CMT|CPHT: pharmacy technician|RPH: pharmacist',
);

/** Specialties by their usual names. */
const specialties = entries(
  'ICU: intensive care unit, intensive care|MICU|SICU|CVICU|NICU|PICU|ER: emergency room, emergency department, emergency|ED|Med Surg: medical surgical, med/surg, medsurg, med-surg|Telemetry: tele|PCU: progressive care|Step Down: stepdown, step-down|OR: operating room|Labor and Delivery: l&d, labor & delivery|Mother Baby: postpartum|PACU|Cath Lab: cath|Dialysis|Oncology|Hospice|Home Health|Psych: psychiatric, behavioral health|Rehab: rehabilitation|Pediatrics: peds, pediatric|Case Management: case manager|Endoscopy: endo|Radiology|Long Term Care: ltc|Float Pool|Wound Care|Infusion',
);

const byLength = (list: Vocabulary): Vocabulary => [...list].sort(([a], [b]) => b.length - a.length);
const names: Vocabulary = byLength(stateNames.map(({ code, name }) => [name.toLowerCase(), code] as const));
const kinds = [
  ['Degree', byLength(degrees)],
  ['Specialty', byLength(specialties)],
] as const;

/** A value that words name: its field, and how many characters they take. */
export type Named = { readonly field: 'Degree' | 'Specialty' | 'State'; readonly value: string; readonly length: number };

const endsAt = (text: string, length: number): boolean => !/[\p{L}\p{N}]/u.test(text[length] ?? '');

/** The degree or specialty at the start of a text. Undefined if there is none. */
export function skillAt(text: string): Named | undefined {
  const lower = text.toLowerCase();
  for (const [field, list] of kinds)
    for (const [words, value] of list) {
      if (!lower.startsWith(words) || !endsAt(text, words.length)) continue;
      // Words such as "or", "do" and "pa" are abbreviations only in capitals.
      if (words.length === 2 && text.slice(0, 2) !== words.toUpperCase() && !words.startsWith('rn')) continue;
      return { field, value, length: words.length };
    }
  return undefined;
}

/** The state at the start of a text, by its name or by two capitals. Undefined if there is none. */
export function stateAt(text: string): Named | undefined {
  const lower = text.toLowerCase();
  const named = names.find(([name]) => lower.startsWith(name) && endsAt(text, name.length));
  if (named) return { field: 'State', value: named[1], length: named[0].length };
  const code = /^[A-Z]{2}(?![\p{L}\p{N}])/u.exec(text)?.[0];
  const known = code && stateCode(code);
  return known ? { field: 'State', value: known, length: 2 } : undefined;
}

/** The usual code of a state, or the text itself. */
export const stateOrText = (text: string): string => stateCode(text) ?? text;
/** The usual abbreviation of a degree or name of a specialty, or the text itself. */
export function skillOrText(field: string, text: string): string {
  const found = skillAt(text) ?? skillAt(text.toUpperCase());
  return found?.field === field && found.length === text.length ? found.value : text;
}

/** Work types by the words for them. */
export const workTypes: readonly (readonly [RegExp, 1 | 2 | 3])[] = [
  [/\bper[ -]?diem\b|\bprn\b/i, 3],
  [/\bperm(?:anent)?\b/i, 2],
  [/\btravel(?:er|ers)?\b|\bcontract\b/i, 1],
];

/** Other names that people use for fields. */
export const spoken: Readonly<Record<string, string>> = {
  rate: 'billRate',
  'bill rate': 'billRate',
  billing: 'billRate',
  'pay rate': 'payPerHour',
  pay: 'payPerHour',
  pays: 'payPerHour',
  paying: 'payPerHour',
  'weekly pay': 'payPerWeek',
  overtime: 'otRate',
  hospital: 'facility',
  client: 'facility',
  profession: 'degree',
  discipline: 'degree',
  license: 'degree',
  department: 'unit',
  notes: 'note',
  vms: 'source',
  vendor: 'source',
  days: 'durationDays',
  weeks: 'durationWeeks',
  length: 'durationWeeks',
  hours: 'hoursPerWeek',
  'weekly hours': 'hoursPerWeek',
  guaranteed: 'guaranteedHours',
  openings: 'positions',
  headcount: 'positions',
  start: 'startDate',
  starts: 'startDate',
  starting: 'startDate',
  end: 'endDate',
  ends: 'endDate',
  ending: 'endDate',
};

/** Words between "and" that belong together, and sizes in other words, written so that a sentence can be split at "and". */
export function tidied(sentence: string): string {
  return sentence
    .replaceAll(/\b(?:is |are )?(?:in )?between \$?([\d.,]+)(\D{0,12}?) and \$?([\d.,]+)/gi, ' between $1 ~ $3$2')
    .replaceAll(/\b(?:from )?\$?(\d[\d.,]*)(?: to |-|–)\$?(\d[\d.,]*)(?=\s*(?:$|[a-z%]))/gi, ' between $1 ~ $2')
    .replaceAll(/\blabor (?:and|&) delivery\b/gi, 'L&D')
    .replaceAll(
      /\$?(\d[\d.,]*)((?: ?(?:weeks?|hours?|days?))?)(?: or (?:more|higher|above|over|longer|later)|\+| and up)/gi,
      'at least $1$2',
    )
    .replaceAll(
      /\$?(\d[\d.,]*)((?: ?(?:weeks?|hours?|days?))?)(?: or (?:less|fewer|lower|below|under|shorter))/gi,
      'at most $1$2',
    )
    .replaceAll(/\s+/g, ' ')
    .trim();
}
