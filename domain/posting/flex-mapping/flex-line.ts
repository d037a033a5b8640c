import type { FlexMappingRow } from '#contract/rows/flex-mapping.ts';
import type { FieldValue, JobRow } from '#contract/rows/jobs.ts';
import { fieldKeyed } from '#domain/fields/catalogue.ts';
import { fold, textOf } from '#domain/fields/values.ts';

/** What a flex mapping says, without who saved it. */
export type FlexMapping = Pick<FlexMappingRow, 'jobFields' | 'atsFields' | 'lines'>;
export type FlexLine = FlexMapping['lines'][number];

/** Fits every value, also none. */
export const anyValue = '*';

/** The values of a job in the columns of a flex mapping, as a person reads them. A field that jobs do not have is blank. */
export const combinationOf = (job: Partial<JobRow>, { jobFields }: Pick<FlexMapping, 'jobFields'>): string[] =>
  jobFields.map((key) => textOf((job[key as keyof JobRow] ?? null) as FieldValue, fieldKeyed(key)).trim());

/** The first line that fits a combination. Letter case and spaces around a value do not count. */
export const lineFor = ({ lines }: Pick<FlexMapping, 'lines'>, combination: readonly string[]): FlexLine | undefined =>
  lines.find(({ when }) => combination.every((value, at) => when[at] === anyValue || fold(when[at] ?? '') === fold(value)));

/** The combination of a job that a flex mapping needs a line for and has none; null if it may be posted. */
export function missingLine(job: JobRow, flex: FlexMapping | null): readonly string[] | null {
  if (!flex?.atsFields.some(({ required }) => required)) return null;
  const combination = combinationOf(job, flex);
  return lineFor(flex, combination) ? null : combination;
}
