import * as z from 'zod';
import type { AtsField } from '#contract/posting/ats-fields.ts';
import { flexMappingContent } from '#contract/rows/flex-mapping.ts';
import { anyValue, type FlexLine, type FlexMapping } from '#domain/posting/flex-mapping/flex-line.ts';
import { flexProblems } from '#domain/posting/flex-mapping/flex-problems.ts';

export type Around = { readonly typeId: number; readonly atsFields: readonly AtsField[] | null };

export const noFlex: FlexMapping = { jobFields: [], atsFields: [], lines: [] };

export const jobPlaces = [0, 1, 2, 3] as const;
export const atsPlaces = [0, 1, 2, 3, 4, 5] as const;
const [jobField, atsField] = [flexMappingContent.jobFields.element, flexMappingContent.atsFields.element.shape];
const value = flexMappingContent.lines.element.shape.when.element;

const chosen = z.string().nullable();
const named = z
  .string()
  .trim()
  .refine((name) => name === '' || atsField.name.safeParse(name).success, {
    message: 'Write the name of the ATS field, such as title or address.city',
  });
const typed = z.string().pipe(atsField.fieldType);

/** The columns of a flex mapping as a person chooses them; a blank place is no column. */
const FieldsShape = z.object({
  job0: chosen,
  job1: chosen,
  job2: chosen,
  job3: chosen,
  ats0: named,
  ats1: named,
  ats2: named,
  ats3: named,
  ats4: named,
  ats5: named,
  type0: typed,
  type1: typed,
  type2: typed,
  type3: typed,
  type4: typed,
  type5: typed,
  required0: z.boolean(),
  required1: z.boolean(),
  required2: z.boolean(),
  required3: z.boolean(),
  required4: z.boolean(),
  required5: z.boolean(),
});
export type FieldsDraft = z.output<typeof FieldsShape>;

/** The flex mapping with other columns. Lines keep the values of columns that stay; a new column of the job fits any value. */
export function withFields(flex: FlexMapping, draft: FieldsDraft): FlexMapping {
  const jobFields = jobPlaces.flatMap((at) => jobField.safeParse(draft[`job${at}`] || null).data ?? []);
  const atsFields = atsPlaces.flatMap((at) =>
    draft[`ats${at}`] === ''
      ? []
      : [{ name: draft[`ats${at}`], fieldType: draft[`type${at}`], required: draft[`required${at}`] }],
  );
  const lines = flex.lines.map(({ when, give }) => ({
    when: jobFields.map((key) => when[flex.jobFields.indexOf(key)] ?? anyValue),
    give: atsFields.map(({ name }) => give[flex.atsFields.findIndex((field) => field.name === name)] ?? ''),
  }));
  return { jobFields, atsFields, lines };
}

/** The form of the columns. A problem of a line is shown at its column. */
export const fieldsDraft = (flex: FlexMapping, around: Around) =>
  FieldsShape.check(({ value: draft, issues }) => {
    const say = (path: string, message: string) => issues.push({ code: 'custom', path: [path], message, input: draft });
    const next = withFields(flex, draft);
    if (next.jobFields.length === 0) say('job0', 'Choose at least one field of the job.');
    const jobAt = jobPlaces.filter((at) => draft[`job${at}`]);
    const atsAt = atsPlaces.filter((at) => draft[`ats${at}`] !== '');
    for (const { at, column, line, message } of flexProblems(next, around)) {
      const words = line === null ? message : `Line ${line + 1}: ${message}`;
      if (at === 'jobFields' || at === 'when') say(`job${jobAt[column] ?? 0}`, words);
      else say(`ats${atsAt[column] ?? 0}`, words);
    }
  });

/** The draft of the columns as they are. */
export function fieldsOf({ jobFields, atsFields }: FlexMapping): FieldsDraft {
  const entries = [
    ...jobPlaces.map((at) => [`job${at}`, jobFields[at] ?? null]),
    ...atsPlaces.flatMap((at) => [
      [`ats${at}`, atsFields[at]?.name ?? ''],
      [`type${at}`, atsFields[at]?.fieldType ?? 'text'],
      [`required${at}`, atsFields[at]?.required ?? false],
    ]),
  ];
  return FieldsShape.parse(Object.fromEntries(entries));
}

const LineShape = z.object({
  when0: value,
  when1: value,
  when2: value,
  when3: value,
  give0: value,
  give1: value,
  give2: value,
  give3: value,
  give4: value,
  give5: value,
});
export type LineDraft = z.output<typeof LineShape>;

/** The flex mapping with one line changed, or added at the end if `at` is null. */
export function withLine(flex: FlexMapping, at: number | null, draft: LineDraft): FlexMapping {
  const line: FlexLine = {
    when: flex.jobFields.map((_, column) => draft[`when${column as 0}`]),
    give: flex.atsFields.map((_, column) => draft[`give${column as 0}`]),
  };
  const lines = at === null ? [...flex.lines, line] : flex.lines.map((each, place) => (place === at ? line : each));
  return { ...flex, lines };
}

/** The form of one line: only its own problems count, so that another line with one does not block it. */
export const lineDraft = (flex: FlexMapping, at: number | null, around: Around) =>
  LineShape.check(({ value: draft, issues }) => {
    const next = withLine(flex, at, draft);
    const place = at ?? next.lines.length - 1;
    for (const problem of flexProblems(next, around))
      if (problem.line === place || (problem.at === 'when' && isTwin(next, place, problem.line)))
        issues.push({
          code: 'custom',
          path: [`${problem.at === 'give' ? 'give' : 'when'}${problem.column}`],
          message: problem.message,
          input: draft,
        });
  });

/** Whether a later line is called a repetition of this one. */
const isTwin = ({ lines }: FlexMapping, place: number, line: number | null): boolean =>
  line !== null && line > place && JSON.stringify(lines[line]?.when) === JSON.stringify(lines[place]?.when);

export const lineOf = ({ when, give }: FlexLine): LineDraft =>
  LineShape.parse(
    Object.fromEntries([
      ...jobPlaces.map((at) => [`when${at}`, when[at] ?? '']),
      ...atsPlaces.map((at) => [`give${at}`, give[at] ?? '']),
    ]),
  );

/** The lines with one moved by a place. */
export function withMoved(flex: FlexMapping, at: number, by: -1 | 1): FlexMapping {
  const lines = [...flex.lines];
  const [line] = lines.splice(at, 1);
  if (line) lines.splice(at + by, 0, line);
  return { ...flex, lines };
}
