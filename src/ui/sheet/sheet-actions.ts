import {
  type Area,
  areaBetween,
  type Cells,
  cleared,
  filledDown,
  type Place,
  parseBlock,
  printBlock,
  withBlock,
  withLineBelow,
  withoutLines,
  withValue,
} from './sheet-cells.ts';

/** A sheet with its selection. Rows of `at` and `anchor` count the visible lines (`lines`: their indexes in `cells`). */
export type Work = {
  readonly cells: Cells;
  readonly width: number;
  readonly lines: readonly number[];
  readonly at: Place;
  /** The opposite corner of the selection. */
  readonly anchor: Place;
};

/** The result of an action. An action that only moves returns the same cells. */
export type Moved = Pick<Work, 'cells' | 'at' | 'anchor'>;

const origin: Place = { row: 0, col: 0 };

export const chosenArea = ({ at, anchor }: Pick<Work, 'at' | 'anchor'>): Area => areaBetween(at, anchor);

export const boundedBy =
  (lines: number, width: number) =>
  ({ row, col }: Place): Place => ({ row: Math.max(0, Math.min(lines - 1, row)), col: Math.max(0, Math.min(width - 1, col)) });

/** The selected rectangle, in indexes of `cells`. */
function areaInCells(work: Work): Area {
  const area = chosenArea(work);
  return { ...area, top: work.lines[area.top] ?? 0, bottom: work.lines[area.bottom] ?? 0 };
}

/** Alters each run of adjacent selected lines, last run first. Lines that a filter hides between them stay unchanged. */
function onRuns(work: Work, alter: (now: Cells, run: Area) => Cells): Cells {
  const area = chosenArea(work);
  const runs: { top: number; bottom: number }[] = [];
  for (const line of work.lines.slice(area.top, area.bottom + 1)) {
    const last = runs.at(-1);
    if (last && line === last.bottom + 1) last.bottom = line;
    else runs.push({ top: line, bottom: line });
  }
  return runs.reverse().reduce((now, run) => alter(now, { ...area, ...run }), work.cells);
}

const standing = (work: Work, cells: Cells): Moved => ({ cells, at: work.at, anchor: work.anchor });
const at = (cells: Cells, place: Place): Moved => ({ cells, at: place, anchor: place });

export const withLineAdded = (work: Work): Moved =>
  at(withLineBelow(work.cells, work.lines[work.at.row] ?? work.cells.length - 1, work.width), {
    row: work.lines.length === 0 ? 0 : work.at.row + 1,
    col: 0,
  });

export const withLinesRemoved = (work: Work): Moved =>
  at(onRuns(work, withoutLines), { row: chosenArea(work).top, col: work.at.col });

export const withCleared = (work: Work): Moved => standing(work, onRuns(work, cleared));

/** Repeats the first selected line down, skipping lines that a filter hides. */
export function withFilledDown(work: Work): Moved {
  const first = work.cells[areaInCells(work).top] ?? [];
  return standing(
    work,
    onRuns(work, (now, run) => {
      const taken = (now[run.top] ?? []).map((value, col) => (col < run.left || col > run.right ? value : (first[col] ?? value)));
      return filledDown([...now.slice(0, run.top), taken, ...now.slice(run.top + 1)], run);
    }),
  );
}

/** `cut`: number of pasted columns that did not fit. */
export function withPasted(work: Work, text: string): Moved & { readonly cut: number } {
  const { cells, cut } = withBlock(work.cells, areaInCells(work), parseBlock(text), work.width);
  return { ...standing(work, cells), cut };
}

export const copied = (work: Work): string => printBlock(work.cells, areaInCells(work));

/** Sets a typed value and moves to the next cell. */
export function withTyped(work: Work, value: string, step: { readonly rows: number; readonly cols: number }): Moved {
  const line = work.lines[work.at.row];
  const same = line === undefined || work.cells[line]?.[work.at.col] === value;
  const cells = same ? work.cells : withValue(work.cells, { row: line, col: work.at.col }, value);
  const bounded = boundedBy(work.lines.length, work.width);
  return at(cells, bounded({ row: work.at.row + step.rows, col: work.at.col + step.cols }));
}

export const withAllChosen = (work: Work): Moved => ({
  cells: work.cells,
  anchor: origin,
  at: { row: Math.max(0, work.lines.length - 1), col: work.width - 1 },
});

/** Moves to a cell. With `extend`, the opposite corner of the selection stays. */
export const goneTo = (work: Work, to: Place, extend: boolean): Moved => ({
  cells: work.cells,
  at: to,
  anchor: extend ? work.anchor : to,
});
