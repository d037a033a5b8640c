import { Button, Checkbox, NativeSelect } from '@mantine/core';
import Papa from 'papaparse';
import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import type { RuleTable } from '#contract/rows/rule-rows.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { DropZone } from '#src/ui/form/drop-zone.tsx';
import { counted } from '#src/ui/format/format.ts';
import { TableHead } from '#src/ui/page/table-head.tsx';
import { fieldLabel } from '../condition/operand-text.ts';
import { fileColumns } from './table-edits.ts';

type ImportProps = { readonly table: RuleTable; readonly onTable: (table: RuleTable) => void; readonly onClose: () => void };
type FileLines = { readonly name: string; readonly lines: readonly (readonly string[])[] };

/** Larger files are no tables that people maintain. */
const maxBytes = 5_000_000;

/** Imports lines of a CSV or TXT file. Shows which file column fills which table column before anything changes. */
export function TableImport({ table, onTable, onClose }: ImportProps) {
  const { labels } = useFieldNames();
  const names = [...table.sources, ...table.targets].map((column) => fieldLabel(column, labels));
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<FileLines | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [headed, setHeaded] = useState(true);
  const [from, setFrom] = useState<readonly (number | null)[]>([]);
  const take = async (chosen: File) => {
    setFile(chosen);
    const answer = await readFile(chosen);
    setProblem(answer.ok ? null : answer.words);
    setRead(answer.ok ? answer.value : null);
    if (!answer.ok) return;
    const found = fileColumns(names, answer.value.lines[0] ?? []);
    const named = found.some((at) => at !== null);
    setHeaded(named);
    setFrom(named ? found : names.map((_, at) => at));
  };
  const lines = linesFor(read, headed, from);
  const finish = (next: readonly string[][]) => {
    onTable({ ...table, lines: [...next] });
    onClose();
  };
  return (
    <Dialog title="Import lines" dirty={file !== null} size="lg" onClose={onClose}>
      {(close) => (
        <div className="rule-import">
          <DropZone
            what="a CSV or TXT file"
            hint="Each line in the file becomes one line in the table."
            file={file}
            onFile={(f) => void take(f)}
          />
          {problem && <NotProcessed problem={problem} />}
          {read && (
            <>
              <Checkbox
                label="First line contains column names"
                checked={headed}
                onChange={(e) => setHeaded(e.currentTarget.checked)}
              />
              <FileMap {...{ names, read, headed, from, setFrom }} sample={lines.slice(0, 3)} />
              <Choices
                found={lines.length}
                standing={table.lines.length}
                onAdd={() => finish([...table.lines, ...lines])}
                onReplace={() => finish(lines)}
                onClose={close}
              />
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

const NotProcessed = ({ problem }: { problem: string }) => (
  <p className="code-problem" role="alert">
    {messages.fileNotProcessed}. {problem}
  </p>
);

/** The file's lines in the table's columns. A column without a file column is blank. */
const linesFor = (read: FileLines | null, headed: boolean, from: readonly (number | null)[]): string[][] =>
  (read?.lines.slice(headed ? 1 : 0) ?? []).map((line) => from.map((at) => (at === null ? '' : (line[at] ?? '').trim())));

type ChoicesProps = {
  readonly found: number;
  readonly standing: number;
  readonly onAdd: () => void;
  readonly onReplace: () => void;
  readonly onClose: () => void;
};

function Choices({ found, standing, onAdd, onReplace, onClose }: ChoicesProps) {
  return (
    <div className="form-actions">
      <Button onClick={onAdd} disabled={found === 0}>
        Add {counted(found, 'line')}
      </Button>
      <Button variant="default" onClick={onReplace} disabled={found === 0 || standing === 0}>
        Replace all {counted(standing, 'line')}
      </Button>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
    </div>
  );
}

type FileMapProps = {
  readonly names: readonly string[];
  readonly read: FileLines;
  readonly headed: boolean;
  readonly from: readonly (number | null)[];
  readonly setFrom: (from: readonly (number | null)[]) => void;
  readonly sample: readonly (readonly string[])[];
};

function FileMap({ names, read, headed, from, setFrom, sample }: FileMapProps) {
  const width = Math.max(...read.lines.slice(0, 50).map((line) => line.length));
  const title = (at: number) => (headed ? read.lines[0]?.[at] : undefined) || `Column ${at + 1}`;
  return (
    <div className="rows-scroll" tabIndex={0} role="group" aria-label="File columns">
      <table className="rows">
        <TableHead columns={['Table', 'From the file', 'First lines']} />
        <tbody>
          {names.map((name, i) => (
            <tr key={name}>
              <td>{name}</td>
              <td>
                <NativeSelect
                  size="xs"
                  aria-label={`File column for ${name}`}
                  value={from[i] ?? ''}
                  onChange={(event) => {
                    const { value } = event.currentTarget;
                    setFrom(from.with(i, value === '' ? null : Number(value)));
                  }}
                  data={[
                    { value: '', label: 'Leave blank' },
                    ...Array.from({ length: width }, (_, at) => ({ value: String(at), label: title(at) })),
                  ]}
                />
              </td>
              <td className="muted">{sample.map((line) => line[i] || '—').join(' · ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

async function readFile(file: File): Promise<{ ok: true; value: FileLines } | { ok: false; words: string }> {
  if (!/\.(?:csv|txt)$/i.test(file.name))
    return { ok: false, words: `“${file.name}” is not a CSV or TXT file. Choose another file.` };
  if (file.size > maxBytes) return { ok: false, words: 'The file is larger than 5 MB. Split it.' };
  const text = await file.text();
  if (text.includes('\0')) return { ok: false, words: 'The file is not text. Save it as CSV and choose it again.' };
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' });
  const quote = errors.find(({ type }) => type === 'Quotes');
  if (quote)
    return {
      ok: false,
      words: `Line ${(quote.row ?? 0) + 1}: a quotation mark is not closed. Fix it and choose the file again.`,
    };
  return data.length === 0 ? { ok: false, words: 'The file is empty.' } : { ok: true, value: { name: file.name, lines: data } };
}
