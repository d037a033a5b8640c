import { ActionIcon, Button, CloseButton, TextInput } from '@mantine/core';
import { IconArrowBarToUp, IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { type ColumnLayout, withMoved, withShown } from './model/column-layout.ts';
import type { GridColumn } from './model/grid-column.ts';

export type ColumnPreset = { readonly name: string; readonly layout: ColumnLayout };

type ChooserProps = {
  readonly columns: readonly GridColumn[];
  readonly layout: ColumnLayout;
  readonly onLayout: (layout: ColumnLayout) => void;
  readonly presets: readonly ColumnPreset[];
  readonly onClose: () => void;
};

/** The side sheet of columns: which ones show, in which order. The grid beside it updates at once. */
export function ColumnChooser({ columns, layout, onLayout, presets, onClose }: ChooserProps) {
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().split(/\s+/);
  const found = columns.filter((c) => words.every((word) => `${c.group} ${c.label} ${c.key}`.toLowerCase().includes(word)));
  const shown = layout.shown.map((key) => found.find((c) => c.key === key)).filter((c) => c !== undefined);
  const rest = found.filter((c) => !layout.shown.includes(c.key));
  const groups = [...new Set(rest.map((c) => c.group))];
  const line = (column: GridColumn) => <Line key={column.key} column={column} layout={layout} onLayout={onLayout} />;
  return (
    <aside
      className="jg-chooser"
      aria-label="Columns"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className="jg-chooser-head">
        <div style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          <h2>Columns</h2>
          <CloseButton aria-label="Close columns" onClick={onClose} />
        </div>
        <TextInput
          size="xs"
          placeholder={`Search ${columns.length} columns`}
          aria-label="Search columns"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <div style={{ display: 'flex', gap: 6 }}>
          {presets.map((preset) => (
            <Button
              key={preset.name}
              size="compact-xs"
              variant="default"
              onClick={() => onLayout({ ...preset.layout, density: layout.density })}
            >
              {preset.name}
            </Button>
          ))}
        </div>
      </div>
      <div className="jg-chooser-list">
        {shown.length > 0 && <div className="jg-chooser-group">Shown, in this order</div>}
        {shown.map(line)}
        {groups.map((group) => (
          <div key={group} className="jg-chooser-part">
            <div className="jg-chooser-group">{group}</div>
            {rest.filter((c) => c.group === group).map(line)}
          </div>
        ))}
        {found.length === 0 && (
          <p className="muted" style={{ padding: 16 }}>
            No matching columns.
          </p>
        )}
      </div>
    </aside>
  );
}

function Line({ column, layout, onLayout }: { column: GridColumn } & Pick<ChooserProps, 'layout' | 'onLayout'>) {
  const at = layout.shown.indexOf(column.key);
  const move = (to: number) => () => onLayout(withMoved(layout, column.key, to));
  return (
    <div className="jg-chooser-line">
      <label>
        <input type="checkbox" checked={at >= 0} onChange={() => onLayout(withShown(layout, column.key, at < 0))} />
        <span className="jg-text">{column.label}</span>
      </label>
      {at >= 0 && (
        <span className="jg-chooser-moves">
          <ActionIcon size="sm" aria-label={`Move ${column.label} to the top`} disabled={at === 0} onClick={move(0)}>
            <IconArrowBarToUp size={14} />
          </ActionIcon>
          <ActionIcon size="sm" aria-label={`Move ${column.label} up`} disabled={at === 0} onClick={move(at - 1)}>
            <IconArrowUp size={14} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={`Move ${column.label} down`}
            disabled={at === layout.shown.length - 1}
            onClick={move(at + 1)}
          >
            <IconArrowDown size={14} />
          </ActionIcon>
        </span>
      )}
    </div>
  );
}
