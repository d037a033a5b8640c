import { withoutEntities } from './entities.ts';
import { isBlock, type Line, type Run, readLines } from './read-lines.ts';
import { readTags } from './read-tags.ts';

/**
 * A part of a description as people read it. `label` is what its line begins with, such as “Shift” in “Shift: 3x12 nights”. An item that
 * `continues` belongs to the item before it. There are only texts in it, so that nothing of it can run or load.
 */
export type DescriptionPart = {
  readonly kind: 'heading' | 'paragraph' | 'item';
  /** Of an item: how deep its list is, from 1. */
  readonly level: number;
  readonly continues: boolean;
  readonly label: string | null;
  readonly runs: readonly Run[];
};

/** Most characters that are formatted. What is beyond follows as one paragraph, so that nothing is lost. */
const mostCharacters = 100_000;

/**
 * A vendor's description, in HTML or plain text, as headings, paragraphs, items and labels. All its words stay, in their order, and nothing
 * else does: no tags, styles, scripts, addresses of pictures or links. Its time grows with the length of the text only.
 */
export function formatDescription(source: string): readonly DescriptionPart[] {
  const text = source.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\s]/gu, ' ');
  const rest = text.slice(mostCharacters).trim();
  const parts = joined(linesOf(text.slice(0, mostCharacters)))
    .flatMap(takenApart)
    .map(partOf);
  return rest === '' ? parts : [...parts, { ...plain, runs: [{ text: rest, struck: false }] }];
}

const plain = { kind: 'paragraph', level: 0, continues: false, label: null } as const;

/** Some vendors send HTML whose tags are written as entities. */
const escapedTag = /&lt;\/?(?:p|br|li|ul|ol|div|b|strong|h[1-6]|table|span)\b/i;

function linesOf(text: string): readonly Line[] {
  const pieces = readTags(text);
  const hasTags = pieces.some(({ kind }) => kind !== 'text');
  const read = !hasTags && escapedTag.test(text) ? readTags(withoutEntities(text)) : pieces;
  return readLines(read, !read.some((piece) => piece.kind !== 'text' && isBlock(piece.name)));
}

const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

/** Joins what belongs on one line: the cells of a row of a table, and a sentence that was broken at the right margin. */
function joined(lines: readonly Line[]): Line[] {
  const out: Line[] = [];
  for (let i = 0; i < lines.length; ) {
    const row = rowAt(lines, i);
    const [first] = row;
    if (first && isRow(row)) out.push(rowLine(first, row));
    else out.push(...row);
    i += row.length;
  }
  return withoutBreaks(out);
}

/** Joins lines of plain text that go on in the next one. */
function withoutBreaks(lines: readonly Line[]): Line[] {
  const out: { readonly line: Line; readonly runs: Run[] }[] = [];
  for (const [i, line] of lines.entries()) {
    const [before, last] = [lines[i - 1], out.at(-1)];
    if (before && last && isBroken(before, line)) last.runs.push(space, ...line.runs);
    else out.push({ line, runs: [...line.runs] });
  }
  return out.map(({ line, runs }) => ({ ...line, runs: merged(runs) }));
}

/** Neighbors that look the same as one. */
function merged(runs: readonly Run[]): readonly Run[] {
  if (runs.length < 2) return runs;
  const out: { texts: string[]; struck: boolean }[] = [];
  for (const { text, struck } of runs) {
    const last = out.at(-1);
    if (last?.struck === struck) last.texts.push(text);
    else out.push({ texts: [text], struck });
  }
  return out.map(({ texts, struck }) => ({ text: texts.join(''), struck }));
}

const space: Run = { text: ' ', struck: false };

/** The lines of the row of a table that begins here, or one line. */
function rowAt(lines: readonly Line[], from: number): Line[] {
  const row = lines[from]?.cell?.row;
  if (row === undefined) return lines.slice(from, from + 1);
  let to = from + 1;
  while (lines[to]?.cell?.row === row) to += 1;
  return lines.slice(from, to);
}

/** Whether lines are the cells of one row: one line each. A cell with several lines is part of the layout of a page. */
const isRow = (lines: readonly Line[]): boolean =>
  lines.length > 1 &&
  lines.every((line, i) => line.level === 0 && line.cell?.column !== lines[i - 1]?.cell?.column) &&
  lines.every(({ runs }) => textOf(runs).length <= 400);

const longestLabel = 40;

function rowLine(first: Line, cells: readonly Line[]): Line {
  const label = textOf(first.runs);
  const isFact = cells.length === 2 && label.length <= longestLabel;
  const sign = isFact ? (label.endsWith(':') ? ' ' : ': ') : ' | ';
  const runs = cells.flatMap((cell, i) => (i === 0 ? cell.runs : [{ text: sign, struck: false }, ...cell.runs]));
  return { ...first, runs, isBold: cells.every(({ isBold }) => isBold), cell: null };
}

/** Whether a line of plain text goes on in the next one. */
function isBroken(line: Line, next: Line): boolean {
  if ([line, next].some(({ level, isHeading, cell }) => level > 0 || isHeading || cell !== null) || next.isBold !== line.isBold)
    return false;
  const text = textOf(line.runs);
  return text.length >= 60 && !/[.:;!?]$/.test(text) && /^\p{Ll}/u.test(textOf(next.runs));
}

const loneBullet = /^[•▪●‣◦∙⁃✓➢■·]+$/u;
const bullet = /^[•▪●‣◦∙⁃✓➢■·*–—-]\s+(?=\S)/u;
/** Labels that vendors write one after the other in one line. */
const knownLabels =
  'Additional (?:Details|Information)|Benefits|Bill Rate|Certifications?(?: Required)?|Comments?|Contract (?:Length|Type)|Degree|Department|' +
  'Discipline|Dress Code|Duration|Duties|EMR|Education|Employment Type|End Date|Experience|Facility|Float(?:ing)?|Hours(?: Per Week)?|' +
  'Job (?:Description|Duties|Summary)|Licensure|Licenses?(?: Required)?|Location|Notes?|On[- ]Call|Orientation|Overview|Parking|' +
  'Patient Ratio|Pay Rate|Position(?: Summary)?|Preferred(?: Qualifications)?|Profession|Qualifications|Requirements?|' +
  'Required(?: Qualifications)?|Responsibilities|Schedule|Scrub Colou?r|Shifts?(?: Details)?|Skills|Specialty|Start Date|Summary|Unit|' +
  'Weekends?|Weekly Hours';
const startsWithLabel = new RegExp(`^(?:${knownLabels}):\\s`);
const beforeLabel = new RegExp(`(?<=[\\s.;,|])(?=(?:${knownLabels}):(?:\\s|$))`);

/** Takes apart what is in one line: items behind bullets, and texts behind labels that vendors use. */
function takenApart(line: Line): Line[] {
  const [run, ...others] = line.runs;
  // A bullet without a text says nothing.
  if (run && others.length === 0 && run.text.length < 3 && loneBullet.test(run.text)) return [];
  if (!run || others.length > 0 || line.isHeading) return [withoutBullet(line)];
  const [start = '', ...items] = run.text.split(/(?:^|\s)[•▪●‣◦➢■]\s+/u);
  const starts = startsWithLabel.test(start) ? start.split(beforeLabel) : [start];
  const withText = (text: string, change: Partial<Line>): Line => ({ ...line, ...change, runs: [{ ...run, text: text.trim() }] });
  return [
    ...starts.map((text, i) => withText(text, { begins: line.begins && i === 0 })),
    ...items.map((text) => withText(text, { level: Math.max(line.level, 1), begins: true })),
  ]
    .filter(({ runs }) => textOf(runs) !== '')
    .map(withoutBullet);
}

/** A line that begins with a bullet is an item. */
function withoutBullet(line: Line): Line {
  const [first, ...others] = line.runs;
  const sign = first && bullet.exec(first.text);
  if (!first || !sign || line.isHeading) return line;
  const runs = [{ ...first, text: first.text.slice(sign[0].length) }, ...others];
  return { ...line, level: Math.max(line.level, 1), begins: true, runs };
}

const label = /^(\p{Lu}[\p{L}\p{N} /&()#.’'-]{0,39}):(?:\s+|$)/u;
const loneLabel = /^(\p{Lu}[\p{L}\p{N} /&()#,.’'-]{0,59}):$/u;
const words = (text: string): number => text.trim().split(/\s+/).length;

function partOf({ runs, level, begins, isHeading, isBold }: Line): DescriptionPart {
  const text = textOf(runs);
  const [first, ...others] = runs;
  const alone = loneLabel.exec(text);
  if (level === 0 && (isHeading || (alone && words(text) <= 6) || (isBold && isTitle(text))))
    return { ...plain, kind: 'heading', runs: alone ? cutEnd(runs) : runs };
  const kind = level > 0 ? 'item' : 'paragraph';
  const place = { kind, level, continues: kind === 'item' && !begins } as const;
  const found = first && !first.struck && label.exec(first.text);
  const rest = first && found ? [{ ...first, text: first.text.slice(found[0].length) }, ...others] : [];
  const shown = rest.filter((run) => run.text !== '');
  if (!found || shown.length === 0 || words(found[1] ?? '') > 5) return { ...place, label: null, runs };
  return { ...place, label: found[1] ?? '', runs: shown };
}

/** Bold text alone on its line is a heading if it is short and no sentence. */
const isTitle = (text: string): boolean =>
  text.length <= 80 && words(text) <= 8 && !/[.;,]$/.test(text) && /\p{L}/u.test(text) && !/:\s/.test(text);

function cutEnd(runs: readonly Run[]): Run[] {
  const last = runs.at(-1);
  return last ? [...runs.slice(0, -1), { ...last, text: last.text.replace(/:$/, '') }] : [];
}
