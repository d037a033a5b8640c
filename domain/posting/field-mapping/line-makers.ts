import type { FieldLine } from './mapped-fields.ts';

/** A line that a kind of target begins with, without what its place in the list says. */
type KindLine = Pick<FieldLine, 'atsField'> & Partial<FieldLine>;

export const number = { fieldType: 'number', valueType: 2 } as const;
export const date = { fieldType: 'date' } as const;
export const yesNo = { fieldType: 'yesNo' } as const;
/** Sent when the job order is made, and left to people from then on. */
export const once = { onUpdate: false } as const;
/** Sent as well once the job is over. */
export const closes = { onCancel: true } as const;

/** Gives a field of the job as it is. */
export const copy = (atsField: string, jobField: string, over: Partial<FieldLine> = {}): KindLine => ({
  atsField,
  jobField,
  option: 0,
  ...over,
});

/** Gives the same text for every job, or a text with fields. */
export const constant = (atsField: string, value: string, over: Partial<FieldLine> = {}): KindLine => ({
  atsField,
  value,
  option: 5,
  ...over,
});

/** Gives a text to the jobs that meet a condition. */
export const when = (atsField: string, condition: string, value: string, over: Partial<FieldLine> = {}): KindLine => ({
  atsField,
  condition,
  value,
  option: 4,
  ...over,
});

/** Gives what a field of the job is mapped to. `option`: 1 its id, 2 its name, 3 its name or the job's own word. */
export const mappedTo = (
  atsField: string,
  jobField: 'facility' | 'degree' | 'specialty' | 'shift',
  option: 1 | 2 | 3,
  over: Partial<FieldLine> = {},
): KindLine => ({ atsField, jobField, option, ...over });

/** The title of the job; for a job without one, what it is mapped to. */
export const titleLines = (atsField: string, over: Partial<FieldLine> = {}): readonly KindLine[] => [
  copy(atsField, 'title', over),
  constant(atsField, '[Mapped Degree] [Mapped Specialty]', over),
  constant(atsField, 'Job order', over),
];

/** Lines at their places, with the defaults of what they leave out. */
export const kindLinesOf = (said: readonly KindLine[]): readonly FieldLine[] =>
  said.map((line, at) => ({
    id: -(at + 1),
    position: at + 1,
    jobField: null,
    condition: '',
    value: '',
    valueType: 1,
    fieldType: 'text',
    workType: 0,
    maxLength: null,
    onUpdate: true,
    onCancel: false,
    option: 0,
    ...line,
  }));
