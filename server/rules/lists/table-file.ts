import type * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { DocumentedColumn, DocumentedLine } from '#contract/rules/rule-schemas.ts';
import { fieldOf } from '#domain/fields/catalogue.ts';
import { fieldId } from '#domain/fields/field.ts';
import { readLinesApart } from '#server/parsing/read-apart.ts';
import { type RefusedFile, refusedFile } from '#server/parsing/refused-file.ts';

type Column = z.output<typeof DocumentedColumn>;
type Table = {
  sources: Column[];
  targets: Column[];
  lines: z.output<typeof DocumentedLine>[];
  refused: { line: number; words: string }[];
};

/**
 * Reads the lines of a table rule: one column of the file per source field, then one per target field. Skips a heading line. A
 * line with the wrong number of cells, or with duplicate source values, is reported as refused.
 */
export async function readTableFile(sent: {
  customerId: number;
  file: Uint8Array;
  fields: string;
  targets: string;
  labelVariable: string;
}): Promise<Result<Table, RefusedFile>> {
  const [sources, targets] = [columnsOf(sent.fields, sent.labelVariable), columnsOf(sent.targets, sent.labelVariable)];
  if (!sources) return no({ kind: 'invalid', fields: { fields: 'Name the source fields by their ids, joined by commas' } });
  if (!targets) return no({ kind: 'invalid', fields: { targets: 'Name the target fields by their ids, joined by commas' } });
  const read = await readLinesApart(sent.file, { customerId: sent.customerId });
  if (!read.ok) return refusedFile(read.error);
  const table: Table = { sources, targets, lines: [], refused: [] };
  const columns = [...sources, ...targets];
  const body = read.value.filter((_, i) => i > 0 || !isHeading(read.value[0]?.cells ?? [], columns));
  const seen = new Set<string>();
  for (const { line, cells } of body) {
    const key = JSON.stringify(cells.slice(0, sources.length).map((cell) => cell.trim().toLowerCase()));
    if (cells.length !== columns.length)
      table.refused.push({ line, words: `The row has ${cells.length} cells, not ${columns.length}.` });
    else if (seen.has(key))
      table.refused.push({ line, words: `${messages.duplicateValue}: an earlier row has these source values.` });
    else {
      seen.add(key);
      const pairs = columns.map(({ fieldId }, i) => ({ fieldId, value: cells[i]?.trim() ?? '' }));
      table.lines.push({ sources: pairs.slice(0, sources.length), targets: pairs.slice(sources.length) });
    }
  }
  return ok(table);
}

function columnsOf(ids: string, variable: string): Column[] | null {
  const columns = ids.split(',').map((id) => Number(id.trim()));
  if (ids.trim() === '' || columns.some((id) => !fieldOf(id))) return null;
  if (columns.includes(fieldId.variable) && variable.trim() === '') return null;
  return columns.map((id) => (id === fieldId.variable ? { fieldId: id, variable: variable.trim() } : { fieldId: id }));
}

const isHeading = (cells: readonly string[], columns: readonly Column[]): boolean =>
  cells.length === columns.length &&
  columns.every(({ fieldId, variable }, i) => {
    const cell = cells[i]?.trim().toLowerCase();
    const field = fieldOf(fieldId);
    return cell === field?.label.toLowerCase() || cell === field?.key.toLowerCase() || cell === variable?.toLowerCase();
  });
