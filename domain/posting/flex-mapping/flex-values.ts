import type { JobRow } from '#contract/rows/jobs.ts';
import { atsValue, type DateForm } from '../field-mapping/ats-value.ts';
import type { FlexValue } from '../field-mapping/mapped-fields.ts';
import { combinationOf, type FlexMapping, lineFor } from './flex-line.ts';

/** What the first line that fits a job gives, in the order of the columns; empty without a flex mapping. */
export function flexValues(job: JobRow, flex: FlexMapping | null, dates: DateForm): readonly FlexValue[] {
  if (!flex) return [];
  const line = lineFor(flex, combinationOf(job, flex));
  return flex.atsFields.map(({ name: atsField, fieldType }, at): FlexValue => {
    const skip = (skipped: string) => ({ atsField, value: null, skipped });
    if (!line) return skip('No line of the flex mapping fits the job');
    const said = line.give[at] ?? '';
    if (said === '') return skip('Blank in the flex mapping');
    const made = atsValue(said, { fieldType, valueType: 1, maxLength: null }, dates);
    return 'problem' in made ? skip(made.problem) : { atsField, value: made.value, skipped: null };
  });
}
