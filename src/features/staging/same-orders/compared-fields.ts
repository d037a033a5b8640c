import type { JobRow } from '#contract/rows/jobs.ts';
import { fieldLabel, jobFields } from '#domain/job-list/job-fields.ts';
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
export function comparedRows(jobs: readonly JobRow[], format: Format): readonly ComparedRow[] {
  return compared.flatMap((key): ComparedRow[] => {
    const field = jobFields.find((one) => one.key === key) ?? { key, look: 'text' as const };
    const texts = jobs.map((job) => {
      const values = job as unknown as Record<string, Cell>;
      return fieldText({ id: job.id, get: (name) => values[name] ?? null }, field, format) ?? blank;
    });
    if (texts.every((text) => text === blank)) return [];
    return [{ key, label: fieldLabel(key), texts, differs: new Set(texts).size > 1 }];
  });
}
