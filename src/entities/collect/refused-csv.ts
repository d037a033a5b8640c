import Papa from 'papaparse';
import type { uploadJobs } from '#contract/collecting/uploads.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { formulaStart } from '#contract/kit/formula.ts';

/** A rejected row of a file, with every reason. */
export type RefusedRow = ReplyOf<typeof uploadJobs>['refused'][number];

/** One line per problem, to be sent to the vendor. Values that a spreadsheet would run as a formula are escaped. */
export function refusedCsv(rows: readonly RefusedRow[]): string {
  const data = rows.flatMap(({ row, problems }) =>
    problems.map(({ field, column, value, problem, remedy }) => [row, column || field, value, problem, remedy]),
  );
  return Papa.unparse({ fields: ['Row', 'Field', 'Value', 'Problem', 'What to do'], data }, { escapeFormulae: formulaStart });
}
