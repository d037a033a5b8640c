import type { JobRow } from '#contract/rows/jobs.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { jobFields } from '#domain/job-list/job-fields.ts';
import { fieldText } from '#src/entities/job/job-columns.tsx';
import type { Format } from '#src/ui/format/create-format.ts';
import { blank } from '#src/ui/format/format.ts';
import type { Cell } from '#src/ui/grid/model/grid-source.ts';

/** One field of the comparison, with the text of each job in their order. */
export type ComparedRow = {
  readonly key: string;
  readonly label: string;
  readonly texts: readonly string[];
  readonly differs: boolean;
};

/** The fields that people tell two orders apart by, in reading order. Those that no job states are left out. */
const compared = [
  ...([
    'title',
    'facility',
    'city',
    'state',
    'unit',
    'degree',
    'specialty',
    'shift',
    'workType',
    'startDate',
    'endDate',
  ] as const),
  ...(['durationDays', 'hoursPerWeek', 'guaranteedHours', 'billRate', 'otRate', 'positions', 'vms', 'msp', 'buyer'] as const),
  ...(['status', 'externalJobId', 'assignee', 'firstSeenAt', 'changedAt'] as const),
] satisfies (keyof JobRow)[];

/** The jobs field by field. */
export function comparedRows(
  jobs: readonly JobRow[],
  { format, names }: { format: Format; names: FieldNames },
): readonly ComparedRow[] {
  return compared.flatMap((key): ComparedRow[] => {
    const field = jobFields.find((one) => one.key === key) ?? { key, look: 'text' as const };
    const texts = jobs.map((job) => {
      const values = job as unknown as Record<string, Cell>;
      return fieldText({ id: job.id, get: (name) => values[name] ?? null }, field, { format, names }) ?? blank;
    });
    if (texts.every((text) => text === blank)) return [];
    return [{ key, label: names.of(key), texts, differs: new Set(texts).size > 1 }];
  });
}
