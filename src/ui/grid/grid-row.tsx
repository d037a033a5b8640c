import { memo, type ReactNode } from 'react';
import type { Placed, Sections } from './model/column-layout.ts';
import type { GridColumn } from './model/grid-column.ts';
import type { RowNest, RowView } from './model/grid-source.ts';

type RowProps = {
  readonly index: number;
  readonly top: number;
  readonly height: number;
  /** Undefined while its cells load: placeholders show instead. */
  readonly row: RowView | undefined;
  readonly sections: Sections;
  /** Number of groups that the row is in; null in a grid without levels. */
  readonly level: number | null;
  /** First and last unpinned column in view. */
  readonly from: number;
  readonly to: number;
  /** Column position of the focused cell, or -1. */
  readonly activeCol: number;
  readonly checked: boolean;
  readonly tall: boolean;
  readonly tone: string;
  /** The editor in the focused cell; null if it is not being edited. */
  readonly editor: ReactNode;
};

/** One row. Plain elements only: a component per cell would be too slow while scrolling. */
export const GridRow = memo(function GridRow(props: RowProps) {
  const { index, top, height, row, sections, checked, tone } = props;
  const middle = sections.middle.slice(props.from, props.to + 1);
  const outside = sections.middle.filter((p) => p.index === props.activeCol && !middle.includes(p));
  const width = sections.startWidth + sections.middleWidth + sections.endWidth;
  const nest = row?.nest;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={checked}
      {...(props.level !== null && { 'aria-level': props.level + (nest?.depth ?? 0) + 1 })}
      aria-expanded={nest && nest.below > 0 ? nest.isOpen : undefined}
      aria-busy={row ? undefined : true}
      className={`jg-row${checked ? ' is-checked' : ''}${props.editor === null ? '' : ' is-editing'}${nest?.isOther ? ' is-other' : ''}${tone}`}
      data-row={index}
      style={{ top, height, width }}
    >
      <div className="jg-pinned" style={{ width: sections.startWidth }}>
        <CheckCell checked={checked} active={props.activeCol === 0} row={row} />
        {sections.start.map((placed) => cellOf(placed, 0, props))}
      </div>
      {middle.map((placed) => cellOf(placed, sections.startWidth, props))}
      {outside.map((placed) => cellOf(placed, sections.startWidth, props))}
      {sections.end.length > 0 && (
        <div className="jg-pinned is-end" style={{ width: sections.endWidth }}>
          {sections.end.map((placed) => cellOf(placed, 0, props))}
        </div>
      )}
    </div>
  );
});

function CheckCell({ checked, active, row }: { checked: boolean; active: boolean; row: RowView | undefined }) {
  return (
    <div role="gridcell" aria-colindex={1} className="jg-cell jg-check" data-col={0} tabIndex={active ? 0 : -1}>
      {row && (
        <span role="checkbox" aria-checked={checked} aria-label="Select row" className={checked ? 'jg-box is-on' : 'jg-box'} />
      )}
    </div>
  );
}

function cellOf(placed: Placed, shift: number, props: RowProps) {
  const { column, index, left, width } = placed;
  const active = index === props.activeCol;
  const editing = active && props.editor !== null;
  const nest = index === 1 && !editing ? props.row?.nest : undefined;
  return (
    <div
      key={column.key}
      role="gridcell"
      aria-colindex={index + 1}
      className={`jg-cell${column.align === 'end' ? ' is-end' : ''}${editing ? ' is-edited' : ''}`}
      data-col={index}
      tabIndex={active ? 0 : -1}
      style={{ left: left + shift, width }}
    >
      {nest && nestMark(nest)}
      {editing ? props.editor : props.row ? contentOf(column, props.row, nest, props.tall) : <span className="jg-bone" />}
    </div>
  );
}

/** A cell of the first column also says why a row is here that does not match. */
function contentOf(column: GridColumn, row: RowView, nest: RowNest | undefined, tall: boolean): ReactNode {
  if (!nest?.isOther) return column.cell(row, tall);
  return (
    <span className={tall ? 'jg-two' : 'jg-beside-why'}>
      <span className="jg-line">{column.cell(row, tall)}</span>
      <span className="jg-why">Not in view</span>
    </span>
  );
}

/** In the first column: how deep the row is, and what opens the rows below it. */
function nestMark({ depth, below, isOpen }: RowNest) {
  return (
    <>
      {depth > 0 && <span className="jg-indent" style={{ width: depth * 16 }} />}
      {below > 0 && (
        <span
          role="button"
          className="jg-nest"
          data-part="nest"
          aria-label={`${isOpen ? 'Close' : 'Open'} ${below} ${below === 1 ? 'child' : 'children'}`}
        >
          {isOpen ? '▾' : '▸'} {below}
        </span>
      )}
    </>
  );
}
