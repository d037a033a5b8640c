import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconArrowDown, IconArrowUp, IconMinus, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Column } from './column.ts';
import { isHidden, readableWidth, type TableLayout, withStep } from './table-layout.ts';

export type ColumnsMenuProps<T> = {
  /** The table's name: "Sources". */
  label: string;
  /** All columns in their order. The first is always shown and stays first. */
  columns: readonly Column<T>[];
  /** Columns without any value. They are hidden until the user shows them. */
  empty: ReadonlySet<string>;
  layout: TableLayout;
  onLayout: (layout: TableLayout) => void;
  onReset: () => void;
};

const widthStep = 24;
/** From this number of columns on, the menu lists those shown, and finds the others by their name. */
const manyColumns = 40;

/** Sets which columns a table shows, their order and their widths, without dragging. */
export function ColumnsMenu<T>({ label, columns, empty, layout, onLayout, onReset }: ColumnsMenuProps<T>) {
  const button = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState('');
  const isLong = columns.length >= manyColumns;
  const isListed = ({ key, label: name }: Column<T>, at: number) =>
    !isLong || (typed === '' ? at === 0 || !isHidden(key, layout, empty) : name.toLowerCase().includes(typed.toLowerCase()));
  const listed = columns.filter(isListed);
  const shownWidth = (key: string) =>
    button.current?.closest('tr')?.querySelector<HTMLElement>(`[data-column="${key}"]`)?.offsetWidth ?? 0;
  return (
    <Popover position="bottom-end" width={340} trapFocus withinPortal>
      <Popover.Target>
        <ActionIcon ref={button} size={24} className="rows-columns" aria-label={`Columns of ${label}`} data-tip="Columns">
          <IconAdjustmentsHorizontal size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        {isLong && (
          <TextInput
            size="xs"
            className="columns-search"
            aria-label="Search columns"
            placeholder={`Search all ${columns.length} columns`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <ul className="columns-menu" aria-label="Columns">
          {listed.map((column) => (
            <Line key={column.key} at={columns.indexOf(column)} {...{ column, columns, empty, layout, onLayout, shownWidth }} />
          ))}
        </ul>
        {listed.length === 0 && <p className="columns-note muted">No column has this name.</p>}
        {empty.size > 0 && <p className="columns-note muted">Columns without a value are hidden until you select them.</p>}
        <Button size="compact-xs" variant="default" onClick={onReset}>
          Reset columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

type LineProps<T> = Pick<ColumnsMenuProps<T>, 'columns' | 'empty' | 'layout' | 'onLayout'> & {
  column: Column<T>;
  at: number;
  shownWidth: (key: string) => number;
};

function Line<T>({ column: { key, label }, at, columns, empty, layout, onLayout, shownWidth }: LineProps<T>) {
  const first = at === 0;
  const shown = first || !isHidden(key, layout, empty);
  const order = columns.map((one) => one.key);
  const move = (step: -1 | 1) => onLayout({ ...layout, order: withStep(order, key, step) });
  const widen = (by: number) => {
    const width = readableWidth((layout.widths[key] ?? shownWidth(key)) + by);
    onLayout({ ...layout, widths: { ...layout.widths, [key]: width } });
  };
  const steps = [
    { does: `Move ${label} earlier`, Icon: IconArrowUp, off: at <= 1, run: () => move(-1) },
    { does: `Move ${label} later`, Icon: IconArrowDown, off: first || at === columns.length - 1, run: () => move(1) },
    { does: `Make ${label} narrower`, Icon: IconMinus, off: !shown, run: () => widen(-widthStep) },
    { does: `Make ${label} wider`, Icon: IconPlus, off: !shown, run: () => widen(widthStep) },
  ];
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={shown}
          disabled={first}
          onChange={(event) => onLayout({ ...layout, hidden: { ...layout.hidden, [key]: !event.currentTarget.checked } })}
        />
        <span>{label}</span>
        {empty.has(key) && <span className="muted">no values</span>}
      </label>
      {steps.map(({ does, Icon, off, run }) => (
        <ActionIcon key={does} size={24} aria-label={does} disabled={off} onClick={run}>
          <Icon size={14} aria-hidden />
        </ActionIcon>
      ))}
    </li>
  );
}
