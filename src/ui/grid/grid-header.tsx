import { memo } from 'react';
import type { Placed, Sections } from './model/column-layout.ts';
import type { SortKey } from './model/grid-source.ts';

export const headerHeight = 36;

type HeaderProps = {
  readonly sections: Sections;
  readonly from: number;
  readonly to: number;
  readonly sort: readonly SortKey[];
  /** Column position of the focused header cell, or -1. */
  readonly activeCol: number;
  readonly check: 'none' | 'some' | 'all';
};

/** The header row. The grid's one event handler handles its clicks, drags and menus. */
export const GridHeader = memo(function GridHeader(props: HeaderProps) {
  const { sections } = props;
  const middle = sections.middle.slice(props.from, props.to + 1);
  const width = sections.startWidth + sections.middleWidth + sections.endWidth;
  return (
    <div role="row" aria-rowindex={1} className="jg-head" data-row={-1} style={{ width, height: headerHeight }}>
      <div className="jg-pinned" style={{ width: sections.startWidth }}>
        <CheckAll check={props.check} active={props.activeCol === 0} />
        {sections.start.map((placed) => headerCell(placed, 0, props))}
      </div>
      {middle.map((placed) => headerCell(placed, sections.startWidth, props))}
      {sections.end.length > 0 && (
        <div className="jg-pinned is-end" style={{ width: sections.endWidth }}>
          {sections.end.map((placed) => headerCell(placed, 0, props))}
        </div>
      )}
    </div>
  );
});

function CheckAll({ check, active }: { check: HeaderProps['check']; active: boolean }) {
  const look = { none: '', some: ' is-some', all: ' is-on' }[check];
  return (
    <div role="columnheader" aria-colindex={1} className="jg-cell jg-check" data-col={0} tabIndex={active ? 0 : -1}>
      <span
        role="checkbox"
        aria-checked={check === 'some' ? 'mixed' : check === 'all'}
        aria-label="Select all matching rows"
        className={`jg-box${look}`}
      />
    </div>
  );
}

function headerCell(placed: Placed, shift: number, { sort, activeCol }: HeaderProps) {
  const { column, index, left, width } = placed;
  const at = sort.findIndex((s) => s.key === column.sortBy);
  const key = sort[at];
  const arrow = key && (key.descending ? '↓' : '↑');
  return (
    <div
      key={column.key}
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={key ? (key.descending ? 'descending' : 'ascending') : undefined}
      className={`jg-cell jg-title${column.align === 'end' ? ' is-end' : ''}${key ? ' is-sorted' : ''}`}
      data-col={index}
      tabIndex={index === activeCol ? 0 : -1}
      style={{ left: left + shift, width }}
    >
      <span className="jg-label">{column.label}</span>
      {arrow && (
        <span className="jg-arrow" aria-hidden="true">
          {arrow}
          {sort.length > 1 && <sub>{at + 1}</sub>}
        </span>
      )}
      <span className="jg-more" data-part="menu" aria-hidden="true">
        ⌄
      </span>
      <span className="jg-resize" data-part="resize" aria-hidden="true" />
    </div>
  );
}
