import type { FieldNames } from '#domain/job-list/field-names.ts';
import type { Reason, ReasonDetail, ReasonPart } from '#domain/mapping/candidate/candidate.ts';

const labels: Record<ReasonPart, string> = {
  name: 'Name',
  'kind of care': 'Kind of care',
  'street number': 'Street no.',
  street: 'Street',
  city: 'City',
  zip: 'Zip',
  state: 'State',
  rivals: 'Rivals',
  history: 'History',
  degree: 'Degree',
  credential: 'Credential',
  specialty: 'Specialty',
  shift: 'Shift',
  start: 'Start',
  end: 'End',
  hours: 'Hours',
  'shifts per week': 'Shifts/week',
};

const fieldParts: ReadonlySet<ReasonPart> = new Set(['city', 'zip', 'state', 'degree', 'specialty', 'shift']);

/** What a part is called; a part that is a field of jobs as the customer calls it. */
const labelOf = (part: ReasonPart, names: FieldNames): string =>
  fieldParts.has(part) ? names.of(part, labels[part]) : labels[part];

/** A reason as a line of the card: how far the part agrees, whether that speaks for or against, and its text. */
export type ReasonLine = {
  readonly part: ReasonPart;
  readonly label: string;
  readonly agrees: number;
  readonly speaks: 'for' | 'against';
  readonly detail: ReasonDetail;
  readonly words: string;
};

export const reasonLine = ({ part, agrees, weight, detail }: Reason, names: FieldNames): ReasonLine => ({
  part,
  label: labelOf(part, names),
  agrees,
  speaks: weight < 0 ? 'against' : 'for',
  detail,
  words: errorMessage(detail),
});

function errorMessage(detail: ReasonDetail): string {
  switch (detail.kind) {
    case 'words': {
      const left = [
        detail.onlySource.length > 0 ? `only the vendor says ${detail.onlySource.join(' ')}` : '',
        detail.onlyTarget.length > 0 ? `only the ATS says ${detail.onlyTarget.join(' ')}` : '',
      ].filter(Boolean);
      return left.length > 0 ? left.join(', ') : 'every word matches';
    }
    case 'values':
      return valuesText(detail.source, detail.target);
    case 'rivals':
      return detail.count === 1 ? 'another value is nearly as likely' : `${detail.count} other values are nearly as likely`;
    case 'history':
      return `${detail.times === 1 ? 'chosen once' : `chosen ${detail.times} times`} ${detail.whose === 'group' ? 'in your group' : 'before'}`;
  }
}

/** Two values side by side. A missing value is described in words. */
function valuesText(source: string, target: string): string {
  if (source === target) return source;
  if (source === '') return `only the ATS says ${target}`;
  if (target === '') return `only the vendor says ${source}`;
  return `${source}, in the ATS ${target}`;
}

/** The reasons that lower the certainty, strongest first; empty when there are none. */
export function whyNotHigher(reasons: readonly Reason[], names: FieldNames): readonly string[] {
  const against = [...reasons].filter((reason) => reason.weight < 0).sort((a, b) => a.weight - b.weight);
  const weak = reasons.filter((reason) => reason.weight >= 0 && reason.agrees < 0.75 && reason.detail.kind === 'words');
  return [...against, ...weak].slice(0, 3).map((reason) => {
    const { label, words } = reasonLine(reason, names);
    if (reason.detail.kind === 'rivals') return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}.`;
    const differs = reason.detail.kind === 'values' && reason.detail.source !== '' && reason.detail.target !== '';
    return differs ? `${label} differs: ${words}.` : `${label}: ${words}.`;
  });
}

/** The most important reason for the single line beside a candidate, for or against. */
export function headline(reasons: readonly Reason[], names: FieldNames): string {
  const history = reasons.find(({ detail }) => detail.kind === 'history');
  if (history) return errorMessage(history.detail);
  const same = reasons
    .filter((r) => r.detail.kind === 'values' && r.agrees === 1 && r.weight > 0)
    .map((r) => labelOf(r.part, names).toLowerCase());
  const differs = reasons
    .filter((r) => r.detail.kind === 'values' && r.weight < 0)
    .map((r) => labelOf(r.part, names).toLowerCase());
  return [
    same.length > 0 ? `same ${same.slice(0, 3).join(', ')}` : '',
    differs.length > 0 ? `different ${differs.slice(0, 2).join(', ')}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
