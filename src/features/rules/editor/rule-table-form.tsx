import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import type { RuleTable } from '#contract/rows/rule-rows.ts';
import { fieldId } from '#domain/fields/field.ts';
import type { Labels } from '#domain/fields/labels.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { counted } from '#src/ui/format/format.ts';
import { type LineNote, Sheet, type SheetColumn } from '#src/ui/sheet/sheet.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { FieldPicker } from '../condition/field-picker.tsx';
import { fieldLabel } from '../condition/operand-text.ts';
import { columnWidth, coveredBy, type Side, withColumn, withoutColumn } from './table-edits.ts';
import { TableImport } from './table-import.tsx';
import type { EditorPart } from './use-rule-editor.ts';

type TableFormProps = EditorPart & { readonly table: RuleTable };

/** A decision table as a spreadsheet. The first line whose left cells all match writes its right cells. */
export function RuleTableForm({ table, set, problemOf, fits, readOnly }: TableFormProps) {
  const [search, setSearch] = useState('');
  const [importing, setImporting] = useState(false);
  const change = (next: RuleTable) => set({ table: next });
  const covered = coveredBy(table);
  const words = search.trim().toLowerCase();
  const shown =
    words === ''
      ? undefined
      : table.lines.flatMap((line, at) => (line.some((cell) => cell.toLowerCase().includes(words)) ? [at] : []));
  const hidden = covered.filter((line) => line !== null).length;
  const noteOf = (line: number): LineNote | null => {
    const by = covered[line];
    return by === null || by === undefined ? null : { words: `never used: row ${by + 1} wins`, tone: 'warn' };
  };
  const problem = problemOf('table') ?? problemOf('actionType');
  const { labels } = useFieldNames();
  return (
    <div className="rule-table">
      <Columns {...{ table, change, fits, readOnly }} side="sources" title="If" />
      <Columns {...{ table, change, fits, readOnly }} side="targets" title="Then set" />
      {problem && (
        <p className="code-problem" role="alert">
          {problem}
        </p>
      )}
      {table.sources.length + table.targets.length > 0 && (
        <Sheet
          label="Table rows"
          columns={[...columnsOf(table, 'sources', labels), ...columnsOf(table, 'targets', labels)]}
          cells={table.lines}
          onChange={(lines) => change({ ...table, lines: lines.map((line) => [...line]) })}
          notesTitle={hidden > 0 ? `Never used: ${counted(hidden, 'row')}` : 'Notes'}
          noteOf={noteOf}
          shown={shown}
          readOnly={readOnly}
          onCut={(columns) =>
            toast.warning({
              title: `${counted(columns, 'column')} did not fit`,
              detail: 'The pasted data is wider than the table. Add columns, then paste again.',
            })
          }
          tools={<Tools {...{ search, setSearch, shown }} lines={table.lines.length} onImport={() => setImporting(true)} />}
        />
      )}
      {importing && <TableImport table={table} onTable={change} onClose={() => setImporting(false)} />}
    </div>
  );
}

type ToolsProps = {
  readonly search: string;
  readonly setSearch: (words: string) => void;
  readonly shown: readonly number[] | undefined;
  readonly lines: number;
  readonly onImport: () => void;
};

function Tools({ search, setSearch, shown, lines, onImport }: ToolsProps) {
  return (
    <>
      <button type="button" onClick={onImport}>
        Import CSV or TXT
      </button>
      <input
        type="search"
        className="sheet-search"
        aria-label="Filter rows"
        placeholder="Filter rows"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <span className="muted">
        {shown ? `${shown.length.toLocaleString('en-US')} of ` : ''}
        {counted(lines, 'row')} · Ctrl+V pastes from a spreadsheet
      </span>
    </>
  );
}

const columnsOf = (table: RuleTable, side: Side, labels: Labels): readonly SheetColumn[] =>
  table[side].map((column, at) => ({
    key: `${side}-${at}`,
    label: fieldLabel(column, labels),
    name: fieldLabel(column, labels),
    group: side === 'sources' ? 'If' : 'Then set',
    width: column.width ?? columnWidth,
    blank: side === 'sources' ? 'any' : 'unchanged',
  }));

type ColumnsProps = Pick<TableFormProps, 'table' | 'fits' | 'readOnly'> & {
  readonly change: (table: RuleTable) => void;
  readonly side: Side;
  readonly title: string;
};

/** The columns of one side as chips, with a field that adds the next. */
function Columns({ table, change, fits, readOnly, side, title }: ColumnsProps) {
  const [naming, setNaming] = useState(false);
  const { labels } = useFieldNames();
  const add = (id: number, name: string | null) => {
    const twice = table[side].some((column) => column.fieldId === id && column.variable === name);
    if (twice) toast.warning({ title: messages.duplicateValue, detail: 'This column is already in the table.' });
    else change(withColumn(table, side, { fieldId: id, variable: name }));
  };
  return (
    <div className="rule-table-columns">
      <span className="rule-table-side">{title}</span>
      {table[side].map((column, at) => (
        <span key={`${column.fieldId} ${column.variable}`} className="rule-column">
          {fieldLabel(column, labels)}
          {!readOnly && (
            <button
              type="button"
              className="plain-button"
              aria-label={`Remove column ${fieldLabel(column, labels)}`}
              onClick={() => change(withoutColumn(table, side, at))}
            >
              ×
            </button>
          )}
        </span>
      ))}
      {!readOnly && !naming && (
        <FieldPicker
          key={table[side].length}
          label={`Add column: ${title.toLowerCase()}`}
          value={null}
          offers={(field) => fits(field) && (side === 'sources' || field.writable)}
          onChange={(id) => {
            if (id === fieldId.variable) setNaming(true);
            else if (id !== null) add(id, null);
          }}
        />
      )}
      {naming && (
        <VariableName
          onName={(name) => {
            if (name !== '') add(fieldId.variable, name);
            setNaming(false);
          }}
        />
      )}
    </div>
  );
}

function VariableName({ onName }: { onName: (name: string) => void }) {
  const [name, setName] = useState('');
  return (
    <form
      className="rule-variable"
      onSubmit={(event) => {
        event.preventDefault();
        onName(name.trim());
      }}
    >
      <input
        aria-label="Local variable name"
        placeholder="Variable name"
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit" className="link-button">
        Add
      </button>
    </form>
  );
}
