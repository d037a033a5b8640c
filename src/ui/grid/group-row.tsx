import { memo } from 'react';
import type { Placed, Sections } from './model/column-layout.ts';
import type { RowGroup } from './model/grid-source.ts';

type GroupRowProps = {
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly group: RowGroup;
  readonly sections: Sections;
  /** First and last unpinned column in view. */
  readonly from: number;
  readonly to: number;
  /** Column position of the focused cell, or -1. */
  readonly activeCol: number;
};

/** Width of the label where no column is pinned that it could cover. */
const leastLabel = 320;

/** The line of a group: its value and number of rows over the pinned columns, totals in the others. */
export const GroupRow = memo(function GroupRow(props: GroupRowProps) {
  const { index, top, height, group, sections, activeCol } = props;
  const middle = sections.middle.slice(props.from, props.to + 1);
  const outside = sections.middle.filter((p) => p.index === activeCol && !middle.includes(p));
  const width = sections.startWidth + sections.middleWidth + sections.endWidth;
  // The label is one cell for all columns that it is over: the focus moves on from it by column.
  const isOnLabel = activeCol >= 0 && activeCol <= sections.start.length;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-level={group.level + 1}
      aria-expanded={group.isOpen}
      className={`jg-row jg-group is-level-${group.level}`}
      data-row={index}
      style={{ top, height, width }}
    >
      <div className="jg-pinned" style={{ width: sections.startWidth }}>
        <div
          role="gridcell"
          aria-colindex={1}
          aria-colspan={sections.start.length + 1}
          className="jg-cell jg-group-label"
          data-col={isOnLabel ? activeCol : 0}
          tabIndex={isOnLabel ? 0 : -1}
          style={{ left: 0, width: Math.max(leastLabel, sections.startWidth) }}
        >
          <span className="jg-chevron" aria-hidden="true">
            {group.isOpen ? '▾' : '▸'}
          </span>
          <Label group={group} sections={sections} />
        </div>
      </div>
      {[...middle, ...outside].map((placed) => sumCell(placed, sections.startWidth, props))}
      {sections.end.length > 0 && (
        <div className="jg-pinned is-end" style={{ width: sections.endWidth }}>
          {sections.end.map((placed) => sumCell(placed, 0, props))}
        </div>
      )}
    </div>
  );
});

function Label({ group, sections }: Pick<GroupRowProps, 'group' | 'sections'>) {
  const column = sections.known.find(({ groupBy }) => groupBy?.key === group.column);
  const unseen = sections.known.filter(
    ({ key }) => key in group.sums && !sections.all.some((placed) => placed.column.key === key),
  );
  return (
    <span className="jg-text">
      <span className="jg-muted">{column?.label ?? group.column}: </span>
      <b>{column?.groupBy?.text(group.value) ?? String(group.value)}</b>
      <span className="jg-muted">
        {' · '}
        {group.count.toLocaleString('en-US')}
        {unseen.map(({ key, label, sumText }) => ` · ${label} ${sumText?.(group.sums[key] ?? 0)}`)}
      </span>
    </span>
  );
}

function sumCell({ column, index, left, width }: Placed, shift: number, { group, activeCol }: GroupRowProps) {
  const sum = group.sums[column.key];
  return (
    <div
      key={column.key}
      role="gridcell"
      aria-colindex={index + 1}
      className={`jg-cell${column.align === 'end' ? ' is-end' : ''}`}
      data-col={index}
      tabIndex={index === activeCol ? 0 : -1}
      style={{ left: left + shift, width }}
    >
      {sum !== undefined && column.sumText?.(sum)}
    </div>
  );
}
