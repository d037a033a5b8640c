import type { GeneralLabelRow, LabelRow } from '#contract/rows/label.ts';

/** What one of something is called, and several of them. */
export type Words = { readonly one: string; readonly many: string };

/** The words of a field or another word by its key, where they differ from the default. */
export type Labels = (key: string) => Words | undefined;

/** Every field has its default label. */
export const noLabels: Labels = () => undefined;

/** The keys of the words for the documented numbers of work types. Any other number is per diem. */
export const workTypeKeys: Readonly<Record<number, string>> = { 1: 'travelWork', 2: 'permanentWork', 3: 'perDiemWork' };

/** The usual words for the documented numbers of work types. */
export const workTypes: Readonly<Record<number, string>> = { 1: 'Travel', 2: 'Perm', 3: 'Per diem' };

/** Industries by the numbers that accounts have. */
export const industries = [
  { id: 1, name: 'Other' },
  { id: 2, name: 'Healthcare' },
] as const;

/**
 * The documented wording of the healthcare industry (2). The catalog has a field "Department" of its own, which gets another name
 * there, so that no two fields have one label.
 */
const healthcare: ReadonlyMap<string, Words> = new Map([
  ['unit', { one: 'Department', many: 'Departments' }],
  ['department', { one: 'Vendor Department', many: 'Vendor Departments' }],
  ['travelWork', { one: 'Contract', many: 'Contract' }],
  ['permanentWork', { one: 'Direct Hire', many: 'Direct Hire' }],
  ['perDiemWork', { one: 'Contract', many: 'Contract' }],
]);

const wordingOf = (industryId: number | null): ReadonlyMap<string, Words> | undefined =>
  industryId === 2 ? healthcare : undefined;

/** Whose labels these are: rows of the customer and of everyone, the kind of the customer's target, and the number of its industry. */
export type LabelSources = {
  readonly own: readonly Pick<LabelRow, 'fieldKey' | 'value' | 'plural'>[];
  readonly general: readonly Pick<GeneralLabelRow, 'fieldKey' | 'value' | 'plural' | 'targetId' | 'industryId'>[];
  readonly targetId: number | null;
  readonly industryId: number | null;
};

/** The labels of a customer: its own before those of its target, those of its industry, the wording of the industry, and the default. */
export function labelsFrom({ own, general, targetId, industryId }: LabelSources): Labels {
  const levels = [
    byKey(own),
    byKey(general.filter((row) => targetId !== null && row.targetId === targetId)),
    byKey(general.filter((row) => industryId !== null && row.industryId === industryId)),
    wordingOf(industryId),
  ];
  return (key) => {
    for (const level of levels) {
      const found = level?.get(key);
      if (found) return found;
    }
    return undefined;
  };
}

/** A map, because a key may be any text, such as `__proto__`. */
const byKey = (rows: LabelSources['own']): ReadonlyMap<string, Words> =>
  new Map(rows.map(({ fieldKey, value, plural }) => [fieldKey, { one: value, many: plural }]));

/** The longest label. */
export const mostLabelLetters = 60;

/** Marks that change the direction of text, and others without a shape: two labels that differ only in them look alike. */
const unseen = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;

/** A label as it is compared: two labels that people cannot tell apart are one. */
export const comparedLabel = (label: string): string =>
  label.normalize('NFKC').replace(unseen, '').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** What is wrong with a label as people type it; null if nothing is. Marks, HTML and names such as `__proto__` are plain text. */
export function labelProblem(label: string): string | null {
  if (comparedLabel(label) === '') return 'Write a label.';
  if (label.length > mostLabelLetters) return `Shorten the label to ${mostLabelLetters} characters.`;
  // A label is one line.
  return /\p{Cc}/u.test(label) ? 'Write the label on one line, without control characters.' : null;
}

/** A label and its plural as they are stored, of what people type. A blank plural is the usual one of the label. */
export function typedWords({ value, plural }: { readonly value: string; readonly plural: string | null }): Words {
  const one = value.trim();
  return { one, many: plural === null || plural.trim() === '' ? pluralOf(one) : plural.trim() };
}

/** The usual English plural of a label: "Facilities" of "Facility". */
export function pluralOf(label: string): string {
  if (/[^aeiou]y$/i.test(label)) return `${label.slice(0, -1)}ies`;
  if (/(?:ss|us|is|x|z|ch|sh)$/.test(label)) return `${label}es`;
  // A name that is plural already, or an abbreviation.
  if (/s$/i.test(label)) return label;
  return /[a-z]$/i.test(label) ? `${label}s` : label;
}
