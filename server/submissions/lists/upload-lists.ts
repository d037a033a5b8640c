import { no, ok, type Result } from '#contract/kit/result.ts';
import { submissionLimits } from '#contract/submissions/words.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { ListedEntry } from '#server/kit/db/tables/submission-tables.ts';
import type { RefusedRow } from '#server/parsing/collect-records.ts';
import type { FeedProblem } from '#server/parsing/files/feed-problem.ts';
import type { NamedColumn } from '#server/parsing/named-table.ts';
import { readTableApart } from '#server/parsing/read-apart.ts';
import type { FileReader } from '#server/parsing/turns/parser-turns.ts';

/** Kinds of lists that a person can upload. */
export type UploadedKind = 'degree' | 'specialty' | 'document';
type Place = { readonly customerId: number; readonly targetId: number };
type Read = { readonly entries: readonly ListedEntry[]; readonly refused: readonly RefusedRow[] };

const column = (headings: readonly string[], label: string, needs: NamedColumn['needs'], longest = 200): NamedColumn => ({
  headings,
  label,
  needs,
  longest,
});

const columns = {
  name: column(['Name'], 'name', 'cell'),
  id: column(['Id', 'ExtID', 'ExternalId'], 'id', 'cell', 100),
  group: column(['GroupName', 'Group'], 'group', 'neither'),
  degree: column(['Degree', 'DegreeId', 'Profession'], 'degree', 'neither'),
};

/**
 * Reads a list of a submission target from a file whose columns are Name and Id. A row without one of them, with the id of an earlier
 * row, or of a degree that the target does not have, is refused, and the others are stored.
 */
export async function readUploadedList(
  db: Db,
  place: Place,
  kind: UploadedKind,
  file: Uint8Array,
  reader: FileReader,
): Promise<Result<Read, FeedProblem>> {
  const read = await readTableApart(file, { columns, mostRows: submissionLimits.listEntries }, reader);
  if (!read.ok) return no(read.error);
  const degrees = kind === 'specialty' ? await degreeIds(db, place) : new Map<string, string>();
  const refused = [...read.value.refused];
  const entries = new Map<string, ListedEntry>();
  for (const { row, cells } of read.value.rows) {
    const degreeExtId = kind === 'specialty' && cells.degree !== '' ? degrees.get(cells.degree.toLowerCase()) : '';
    const key = `${degreeExtId}\n${cells.id}`;
    if (degreeExtId === undefined)
      refused.push(
        refusal(row, 'degree', cells.degree, 'The target has no such degree.', 'Add the degree first, or leave its cell empty.'),
      );
    else if (entries.has(key))
      refused.push(refusal(row, 'id', cells.id, 'An earlier row has this id.', 'Give each entry an id of its own.'));
    else
      entries.set(key, {
        extId: cells.id,
        name: cells.name,
        groupName: kind === 'document' ? cells.group : '',
        degreeExtId,
        custom1: '',
        custom2: '',
      });
  }
  refused.sort((a, b) => a.row - b.row);
  return ok({ entries: [...entries.values()], refused });
}

const refusal = (row: number, field: string, value: string, problem: string, remedy: string): RefusedRow => ({
  row,
  problems: [{ field, column: field, value, problem, remedy }],
});

/** The degrees of a target by their id and by their name, in lower case. An id wins over a name. */
async function degreeIds(db: Db, { customerId, targetId }: Place): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('submission_entry')
    .select(['ext_id', 'name'])
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('kind', '=', 'degree')
    .where('removed', '=', false)
    .execute();
  return new Map([
    ...rows.map(({ ext_id, name }) => [name.toLowerCase(), ext_id] as const),
    ...rows.map(({ ext_id }) => [ext_id.toLowerCase(), ext_id] as const),
  ]);
}
