import './grid.css';
import {
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Anchored } from './anchored.tsx';
import { GridHeader } from './grid-header.tsx';
import { GridRow } from './grid-row.tsx';
import { GroupRow } from './group-row.tsx';
import { HeaderMenu } from './header-menu.tsx';
import type { ActiveCell } from './model/active-cell.ts';
import { arrange, rowHeights, type Sections } from './model/column-layout.ts';
import type { GridColumn } from './model/grid-column.ts';
import type { At, GridProps } from './model/grid-props.ts';
import { headerCheck } from './model/selection.ts';
import { useActiveCell } from './use-active-cell.ts';
import { useCellEditing } from './use-cell-editing.tsx';
import { useGridEvents } from './use-grid-events.ts';
import { useGridView } from './use-grid-view.ts';
import { useHoverCard } from './use-hover-card.ts';

/** The grid: virtual rows and columns, one tab stop, one delegated event handler. It knows no business object. */
export function Grid(props: GridProps) {
  const { source, columns, layout, selection } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const sections = useMemo(() => arrange(columns, layout), [columns, layout]);
  const rowHeight = rowHeights[layout.density];
  const view = useGridView({ scroller, source, sections, rowHeight, covered: props.covered });
  const colCount = sections.all.length + 1;
  const focus = useActiveCell(scroller, { source, cols: colCount, rowHeight, view });
  const { active } = focus;
  const hover = useHoverCard();
  const at = useAt(scroller, { view, sections, focus });
  const editing = useCellEditing({ sections, focus, at, readOnly: props.readOnly });
  const events = useGridEvents({ props, sections, view, focus, hover, editing, at, colCount, scroller });
  useImperativeHandle(props.gridRef, () => ({
    focus: focus.stay,
    goTo: (index) => focus.go({ row: index, col: active.col }),
  }));
  const { onVisible } = props;
  useEffect(() => onVisible?.(view.first), [onVisible, view.first]);
  const check = headerCheck(selection, source.dataCount ?? source.rowCount, props.hiddenSelected);
  return (
    <div className={`jg jg-${layout.density}`}>
      <div
        ref={scroller}
        role={isTree(props) ? 'treegrid' : 'grid'}
        aria-label={props.label}
        aria-rowcount={source.rowCount + 1}
        aria-colcount={colCount}
        aria-multiselectable="true"
        className="jg-scroller"
        {...events.handlers}
      >
        <GridHeader
          sections={sections}
          from={view.from}
          to={view.to}
          sort={props.sort}
          activeCol={active.row === -1 ? active.col : -1}
          check={check}
        />
        <Rows props={props} sections={sections} view={view} active={active} editor={editing.node} rowHeight={rowHeight} />
      </div>
      {source.rowCount === 0 && <div className="jg-empty">{props.empty}</div>}
      <HoverCard hover={hover} props={props} view={view} columns={sections.all.map((p) => p.column)} onClose={focus.stay} />
      {events.menu && <HeaderMenu {...events.menu} {...props} onClose={events.closeMenu} />}
    </div>
  );
}

/** Lines are below each other, or can be. */
const isTree = ({ group, onOpenRow }: GridProps): boolean => onOpenRow !== undefined || (group?.length ?? 0) > 0;

type AtParts = {
  readonly view: ReturnType<typeof useGridView>;
  readonly sections: Sections;
  readonly focus: ReturnType<typeof useActiveCell>;
};

/** Finds the row and element of a cell; null while the row loads. */
function useAt(scroller: RefObject<HTMLElement | null>, { view, sections, focus }: AtParts) {
  const { cache } = view;
  const { active, followed } = focus;
  return useCallback(
    (cell: ActiveCell): At | null => {
      const row = cache.row(cell.row);
      // Another row has just taken the place of the focused one: no key may act on it before the user sees it.
      if (row && cell.row === active.row && !followed.is(row.id)) return null;
      if (row?.group) return null;
      const element = scroller.current?.querySelector(`[data-row="${cell.row}"] [data-col="${cell.col}"]`);
      return row && element ? { row, index: cell.row, column: sections.all[cell.col - 1]?.column ?? null, element } : null;
    },
    [scroller, cache, sections, active.row, followed],
  );
}

type RowsProps = {
  readonly props: GridProps;
  readonly sections: Sections;
  readonly view: ReturnType<typeof useGridView>;
  readonly active: ActiveCell;
  readonly editor: ReactNode;
  readonly rowHeight: number;
};

/** While the user scrolls too fast to read, the last drawn rows stay where they are and empty lines show. */
const Rows = memo(RowsInView, (_, next) => next.view.flinging);

function RowsInView({ props, sections, view, active, editor, rowHeight }: RowsProps) {
  const width = sections.startWidth + sections.middleWidth + sections.endWidth;
  return (
    <div
      role="presentation"
      className="jg-body"
      style={{ height: view.rows.getTotalSize(), width, backgroundSize: `100% ${rowHeight}px` }}
    >
      {rowsOf(view, active.row, props.source.rowCount).map(({ index, key }) => {
        const row = view.cache.row(index);
        const isActive = active.row === index;
        const place = { index, top: index * rowHeight, height: rowHeight, sections, from: view.from, to: view.to };
        const activeCol = isActive ? active.col : -1;
        if (row?.group) return <GroupRow key={key} {...place} group={row.group} activeCol={activeCol} />;
        return (
          <GridRow
            key={key}
            {...place}
            row={row}
            level={isTree(props) ? (props.group?.length ?? 0) : null}
            activeCol={activeCol}
            checked={row !== undefined && props.selection.ids.has(row.id)}
            tall={rowHeight >= 36}
            tone={row ? props.tone(row) : ''}
            editor={isActive ? editor : null}
          />
        );
      })}
    </div>
  );
}

/**
 * The visible rows on recycled elements, and the focused row outside the view on its own element. While the user scrolls, elements
 * keep their place in the document: a moved element costs a new layout of all its cells. At rest they are in the order of the rows.
 */
function rowsOf(view: ReturnType<typeof useGridView>, active: number, rowCount: number) {
  const { slots, shownRows, rows: virtual } = view;
  const placed = virtual.isScrolling ? shownRows.toSorted((a, b) => (a % slots) - (b % slots)) : shownRows;
  const rows = placed.map((index) => ({ index, key: String(index % slots) }));
  const beyond = active >= 0 && active < rowCount && !rows.some((row) => row.index === active);
  return beyond ? [...rows, { index: active, key: 'parked' }] : rows;
}

type HoverCardProps = {
  readonly hover: ReturnType<typeof useHoverCard>;
  readonly props: GridProps;
  readonly view: ReturnType<typeof useGridView>;
  readonly columns: readonly GridColumn[];
  readonly onClose: () => void;
};

function HoverCard({ hover, props, view, columns, onClose }: HoverCardProps) {
  const { card } = hover;
  const row = card && card.row < props.source.rowCount ? view.cache.row(card.row) : undefined;
  const column = card && columns[card.col - 1];
  // The card is about the row under the pointer. When another row takes its place, or none, nothing tells the pointer.
  const [about, setAbout] = useState<{ readonly card: typeof card; readonly id: number | undefined } | null>(null);
  if (about?.card !== card) setAbout({ card, id: row?.id });
  if (!card || !row || !column || about?.id !== row.id) return null;
  const content = props.card(card.part, row, column);
  if (content === null || content === undefined || content === '') return null;
  const close = () => {
    hover.hide();
    // A card opened by key had the focus.
    if (card.pinned) onClose();
  };
  return (
    <Anchored spot={card.spot} label={column.label} width="auto" onClose={close} trapFocus={card.pinned}>
      <div className="jg-card" role="tooltip" onPointerEnter={hover.keep} onPointerLeave={() => hover.rest(null, null)}>
        {content}
      </div>
    </Anchored>
  );
}
