import { Checkbox, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { type ExportKind, type ExportList, listExports, mostSheetRows, requestExport } from '#contract/reports/data-exports.ts';
import { listLabels, tooManyForExcel } from '#domain/reports/exports/export-words.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { conflictWords } from '#src/entities/session/conflict-words.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import './exports.css';

type Reply = ReplyOf<typeof listExports>;
type Props = { cust: number; offered: Reply['offered']; running: Reply['running']; refresh: () => void };

/** The lists and the kind of file, with the rows of each. All that the user may export is chosen at first. */
export function RequestForm({ cust, offered, running, refresh }: Props) {
  const [left, setLeft] = useState<readonly ExportList[]>([]);
  const [kind, setKind] = useState<ExportKind>('xlsx');
  const [problem, setProblem] = useState<string | null>(null);
  const send = useSend(requestExport, [listExports]);
  if (offered.length === 0)
    return <p className="muted">Your rights show you no list that can be exported. An administrator can give you more.</p>;
  const chosen = offered.filter(({ list }) => !left.includes(list));
  const lists = chosen.map(({ list }) => list);
  const large = tooManyForExcel(
    chosen.flatMap(({ sheets }) => sheets),
    mostSheetRows,
  );
  const tooLarge = kind === 'xlsx' ? large : null;
  const request = async () => {
    setProblem(null);
    const asked = await send({ cust, lists, kind });
    refresh();
    if (!asked.ok) {
      const isRefused = asked.error.kind === 'conflict' || asked.error.kind === 'invalid' || asked.error.kind === 'forbidden';
      return setProblem(isRefused ? conflictWords(asked.error) : `${messages.exportNotSent} ${conflictWords(asked.error)}`);
    }
    toast.success({ title: asked.value.message });
    longWorkNews.begun();
  };
  return (
    <>
      <Lists offered={offered} lists={lists} onLeft={setLeft} />
      <div>
        <SegmentedControl
          aria-label="Kind of file"
          value={kind}
          onChange={(value) => setKind(value)}
          data={[
            { value: 'xlsx', label: 'Excel' },
            { value: 'zip', label: 'CSV files in a zip' },
          ]}
        />
      </div>
      {tooLarge !== null && <p role="status">{tooLarge}</p>}
      {running !== null && <Running running={running} />}
      {problem !== null && <p role="alert">{problem}</p>}
      <div className="form-actions">
        <OnlineButton disabled={lists.length === 0 || tooLarge !== null || running !== null} onClick={() => void request()}>
          Request export
        </OnlineButton>
        {lists.length === 0 && <span className="muted">Choose at least one list.</span>}
      </div>
    </>
  );
}

type ListsProps = { offered: Reply['offered']; lists: ExportList[]; onLeft: (left: readonly ExportList[]) => void };

/** The lists that may be exported, each with its rows. */
function Lists({ offered, lists, onLeft }: ListsProps) {
  return (
    <Checkbox.Group
      label="Lists"
      value={lists}
      onChange={(now) => onLeft(offered.map(({ list }) => list).filter((list) => !now.includes(list)))}
    >
      <div className="export-lists">
        {offered.map(({ list, sheets }) => (
          <Checkbox key={list} value={list} label={listLabels[list]} description={rowsOf(sheets)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

/** Whose export is in the way. */
const Running = ({ running: { own, by, since } }: { running: NonNullable<Reply['running']> }) => (
  <p role="status">
    {own ? 'Your export is' : `An export that ${by} requested is`} being made since <Ago at={since} />. One export runs at a time.
  </p>
);

/** The rows of a list; of several sheets, those of each. */
const rowsOf = (sheets: readonly { readonly name: string; readonly rows: number }[]): string =>
  sheets.length === 1
    ? counted(sheets[0]?.rows ?? 0, 'row')
    : sheets.map(({ name, rows }) => `${name}: ${counted(rows, 'row')}`).join(' · ');
