import type { FeedField } from '#contract/collecting/column-mapping.ts';
import type { DocumentReading, LabelProposal } from '#contract/collecting/parsed-document.ts';
import { comparable } from '#domain/file-columns/header-words.ts';
import { linesIn } from '#domain/parsers/document.ts';

type Names = Readonly<Record<string, readonly string[]>>;

/** Labels in a document whose names are known from feeds, with the field that they mean: one for each field, the first. */
export function proposeLabels({ text, cells }: DocumentReading['document'], names: Names): LabelProposal[] {
  const known = new Map<string, FeedField>();
  for (const [field, aliases] of Object.entries(names))
    for (const alias of aliases) {
      const name = comparable(alias.replace(/^\?/, ''));
      if (!known.has(name)) known.set(name, field as FeedField);
    }
  const proposals = new Map<FeedField, LabelProposal>();
  const propose = (label: string, type: 'after' | 'right', start: number, end: number): void => {
    const field = known.get(comparable(label));
    if (field && label.length > 1 && !proposals.has(field)) proposals.set(field, { field, label, type, start, end });
  };
  const starts = new Map(cells.map((cell) => [`${cell.table}/${cell.row}/${cell.column}`, cell]));
  for (const cell of cells) {
    const said = text.slice(cell.start, cell.end);
    const right = starts.get(`${cell.table}/${cell.row}/${cell.column + cell.columns}`);
    if (right && right.end > right.start && !said.includes('\n') && said.length <= 60)
      propose(said.replace(/\s*:$/, ''), 'right', cell.start, cell.end);
  }
  for (const { start, end } of linesIn(text, { start: 0, end: text.length })) {
    const label = /^([^:\t]{2,60}?)\s*:\s*\S/.exec(text.slice(start, end))?.[1];
    if (label !== undefined) propose(label, 'after', start, start + label.length);
  }
  return [...proposals.values()].sort((a, b) => a.start - b.start);
}
