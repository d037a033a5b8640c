import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import {
  chosenArea,
  copied,
  withAllChosen,
  withCleared,
  withFilledDown,
  withLineAdded,
  withLinesRemoved,
  withPasted,
  withTyped,
} from './sheet-actions.ts';
import { type Area, type Cells, holds } from './sheet-cells.ts';
import { sheetKey } from './sheet-key.ts';
import { type SheetWork, useSheet } from './use-sheet.ts';
import './sheet.css';

const lineHeight = 32;

export type SheetColumn = {
  readonly key: string;
  readonly label: ReactNode;
  /** The column's name for screen readers, since the label may be a control. */
  readonly name: string;
  /** Adjacent columns of the same group share one heading. */
  readonly group: string;
  readonly width: number;
  /** What an empty cell means, shown in gray in the cell. */
  readonly blank: string;
};

/** A note beside a line's cells: a count or a warning. */
export type LineNote = { readonly words: string; readonly tone: 'plain' | 'warn' };

type SheetProps = {
  readonly label: string;
  readonly columns: readonly SheetColumn[];
  readonly cells: Cells;
  readonly onChange: (cells: Cells) => void;
  readonly notesTitle: string;
  readonly noteOf: (line: number) => LineNote | null;
  /** Lines to show, in order; all if absent. Edits change only these. */
  readonly shown?: readonly number[] | undefined;
  readonly readOnly?: boolean;
  /** Called if a pasted block had more columns than fit. */
  readonly onCut: (columns: number) => void;
  readonly tools?: ReactNode;
};

const markWidth = 44;
const noteWidth = 190;

/** A small spreadsheet: paste from Excel, fill down, add and remove lines, one undo stack, full keyboard control. */
export function Sheet(props: SheetProps) {
  const { label, columns, cells, notesTitle, readOnly = false } = props;
  const id = useId();
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const sheet = useSheet({ cells, width: columns.length, readOnly, shown: props.shown, onChange: props.onChange });
  const { at, lines } = sheet.work;
  const width = markWidth + columns.reduce((sum, column) => sum + column.width, 0) + noteWidth;
  // After editing, the focus returns to the sheet, for the arrow keys.
  const leave = () => {
    sheet.leave();
    scroller?.focus();
  };
  return (
    <div className="sheet">
      {!readOnly && <Tools sheet={sheet}>{props.tools}</Tools>}
      <div
        ref={setScroller}
        className="sheet-scroll"
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={lines.length + 1}
        aria-colcount={columns.length + 2}
        aria-readonly={readOnly}
        aria-multiselectable
        aria-activedescendant={lines.length > 0 ? `${id}-${at.row}-${at.col}` : undefined}
        onKeyDown={(event) => {
          if (!sheet.editing && sheetKey(event, actionsOf(sheet, columns.length))) event.preventDefault();
        }}
        {...clipboardOf(sheet, props.onCut)}
      >
        <SheetHead columns={columns} notesTitle={notesTitle} width={width} />
        <SheetBody {...props} id={id} width={width} scroller={scroller} sheet={sheet} leave={leave} />
      </div>
    </div>
  );
}

type BodyProps = SheetProps & {
  readonly id: string;
  readonly width: number;
  readonly scroller: HTMLDivElement | null;
  readonly sheet: SheetWork;
  readonly leave: () => void;
};

function SheetBody({ id, width, scroller, columns, cells, noteOf, sheet, leave }: BodyProps) {
  const { editing, work } = sheet;
  const { at, lines } = work;
  const area = chosenArea(work);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller,
    estimateSize: () => lineHeight,
    overscan: 12,
    useFlushSync: false,
  });
  useEffect(() => {
    if (at.row < lines.length) virtual.scrollToIndex(at.row);
  }, [virtual, at.row, lines.length]);
  return (
    <div role="rowgroup" className="sheet-body" style={{ height: virtual.getTotalSize(), width }}>
      {virtual.getVirtualItems().map((item) => {
        const line = lines[item.index] ?? 0;
        const here = item.index === at.row;
        const typing = here && editing ? editing : null;
        return (
          <Line
            key={item.key}
            {...{ id, area, columns, line, sheet }}
            top={item.start}
            at={item.index}
            values={cells[line] ?? []}
            note={noteOf(line)}
            active={here ? at.col : null}
            editor={
              typing && (
                <CellInput
                  label={`${columns[at.col]?.name ?? ''}, row ${line + 1}`}
                  first={typing.typed ?? cells[line]?.[at.col] ?? ''}
                  sheet={sheet}
                  leave={leave}
                />
              )
            }
          />
        );
      })}
    </div>
  );
}

function Tools({ sheet, children }: { sheet: SheetWork; children: ReactNode }) {
  const area = chosenArea(sheet.work);
  const chosen = area.bottom - area.top + 1;
  return (
    <div className="sheet-tools">
      <button type="button" onClick={() => sheet.run(withLineAdded)}>
        Add row
      </button>
      <button type="button" onClick={() => sheet.run(withLinesRemoved)} disabled={sheet.work.lines.length === 0}>
        {chosen > 1 ? `Delete ${chosen} rows` : 'Delete row'}
      </button>
      <button type="button" onClick={() => sheet.run(withFilledDown)} disabled={chosen === 1}>
        Fill down
      </button>
      <button type="button" onClick={sheet.undo} disabled={!sheet.canUndo}>
        Undo
      </button>
      <button type="button" onClick={sheet.redo} disabled={!sheet.canRedo}>
        Redo
      </button>
      {children}
    </div>
  );
}

const actionsOf = (sheet: SheetWork, cols: number) => ({
  at: sheet.work.at,
  size: { rows: sheet.work.lines.length, cols },
  go: sheet.go,
  edit: sheet.edit,
  undo: sheet.undo,
  redo: sheet.redo,
  clear: () => sheet.run(withCleared),
  fillDown: () => sheet.run(withFilledDown),
  addLine: () => sheet.run(withLineAdded),
  selectAll: () => sheet.run(withAllChosen),
});

/** Copy, cut and paste of the selected cells. While a cell is being edited, its input handles them. */
function clipboardOf(sheet: SheetWork, onCut: (columns: number) => void) {
  const give = (event: React.ClipboardEvent) => {
    event.clipboardData.setData('text/plain', copied(sheet.work));
    event.preventDefault();
  };
  return {
    onCopy: (event: React.ClipboardEvent) => {
      if (!sheet.editing) give(event);
    },
    onCut: (event: React.ClipboardEvent) => {
      if (sheet.editing) return;
      give(event);
      sheet.run(withCleared);
    },
    onPaste: (event: React.ClipboardEvent) => {
      if (sheet.editing) return;
      event.preventDefault();
      const pasted = withPasted(sheet.work, event.clipboardData.getData('text/plain'));
      sheet.run(() => pasted);
      if (pasted.cut > 0) onCut(pasted.cut);
    },
  };
}

function SheetHead({ columns, notesTitle, width }: { columns: readonly SheetColumn[]; notesTitle: string; width: number }) {
  const groups = columns.reduce<{ name: string; width: number; count: number }[]>((all, column) => {
    const last = all.at(-1);
    if (last?.name !== column.group) return [...all, { name: column.group, width: column.width, count: 1 }];
    return [...all.slice(0, -1), { ...last, width: last.width + column.width, count: last.count + 1 }];
  }, []);
  return (
    <div role="rowgroup" className="sheet-head" style={{ width }}>
      <div className="sheet-line" aria-hidden>
        <span className="sheet-mark" />
        {groups.map((group) => (
          <span key={group.name} className="sheet-group" style={{ width: group.width }}>
            {group.name}
          </span>
        ))}
      </div>
      <div role="row" className="sheet-line">
        <span role="columnheader" className="sheet-mark">
          #
        </span>
        {columns.map((column) => (
          <span
            key={column.key}
            role="columnheader"
            aria-label={`${column.group}: ${column.name}`}
            style={{ width: column.width }}
          >
            {column.label}
          </span>
        ))}
        <span role="columnheader" className="sheet-note" style={{ minWidth: noteWidth }}>
          {notesTitle}
        </span>
      </div>
    </div>
  );
}

type LineProps = {
  readonly top: number;
  readonly at: number;
  readonly line: number;
  readonly values: readonly string[];
  readonly columns: readonly SheetColumn[];
  readonly note: LineNote | null;
  readonly id: string;
  readonly area: Area;
  readonly active: number | null;
  readonly editor: ReactNode;
  readonly sheet: SheetWork;
};

function Line({ top, at, line, values, columns, note, id, area, active, editor, sheet }: LineProps) {
  const style: CSSProperties = { transform: `translateY(${top}px)`, height: lineHeight };
  return (
    <div role="row" className="sheet-line" aria-rowindex={at + 2} style={style}>
      <span role="rowheader" className="sheet-mark">
        {line + 1}
      </span>
      {columns.map((column, col) => (
        <span
          key={column.key}
          id={`${id}-${at}-${col}`}
          role="gridcell"
          aria-selected={holds(area, { row: at, col })}
          className={active === col ? 'sheet-active' : undefined}
          style={{ width: column.width }}
          onPointerDown={(event) => {
            if (event.button === 0 && !(active === col && editor)) sheet.go({ row: at, col }, event.shiftKey);
          }}
          onPointerEnter={(event) => {
            if (event.buttons === 1 && !sheet.editing) sheet.go({ row: at, col }, true);
          }}
          onDoubleClick={() => sheet.edit(null)}
        >
          {active === col && editor ? editor : values[col] || <i>{column.blank}</i>}
        </span>
      ))}
      <span
        role="gridcell"
        className={note?.tone === 'warn' ? 'sheet-note sheet-warn' : 'sheet-note'}
        title={note?.words}
        style={{ minWidth: noteWidth }}
      >
        {note?.words ?? ''}
      </span>
    </div>
  );
}

type CellInputProps = { readonly label: string; readonly first: string; readonly sheet: SheetWork; readonly leave: () => void };

/** The input of a cell: Enter moves down, Tab right, Escape discards the change. */
function CellInput({ label, first, sheet, leave }: CellInputProps) {
  const [value, setValue] = useState(first);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  // Leaving by a key also blurs the input, which would save the value a second time.
  const settled = useRef(false);
  const keep = (rows: number, cols: number) => sheet.run((work) => withTyped(work, value, { rows, cols }));
  const onKeyDown = (event: React.KeyboardEvent) => {
    const by = event.shiftKey ? -1 : 1;
    event.stopPropagation();
    if (event.key === 'Enter') keep(by, 0);
    else if (event.key === 'Tab') keep(0, by);
    else if (event.key !== 'Escape') return;
    event.preventDefault();
    settled.current = true;
    leave();
  };
  return (
    <input
      ref={input}
      aria-label={label}
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (settled.current) return;
        keep(0, 0);
        sheet.leave();
      }}
    />
  );
}
