import { Button } from '@mantine/core';
import { useState } from 'react';
import { premapTemplate } from '#contract/mapping/premap.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { OfTarget, TargetPick } from '#src/entities/mapping/target-choice.tsx';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useOffline } from '#src/ui/connection/connection.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { DropZone } from '#src/ui/form/drop-zone.tsx';
import { counted } from '#src/ui/format/format.ts';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { allRows, pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { saveText } from '#src/ui/save-file.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { premapColumns, removeOf } from './premap-columns.tsx';
import { type NumberedLine, type Premap, usePremap } from './use-premap.ts';
import './premap.css';

const states = [
  { value: 'problem', label: 'Needs fixing' },
  { value: 'excluded', label: 'Excluded' },
];

/** `/premap`: ATS mappings of degrees and specialties, entered before a job uses them. */
export const PremapScreen = () => <OfTarget isForTexts>{(choice) => <Lines key={choice.target.id} choice={choice} />}</OfTarget>;

function Lines({ choice }: { choice: TargetChoice }) {
  const premap = usePremap(choice.target.id, () => longWorkNews.begun());
  const list = usePagedList(premap.lines, {
    sort: 'no',
    searchIn: ['jrDegree', 'jrSpecialty', 'atsDegree', 'atsSpecialty'],
    filters: { show: (line: NumberedLine, value) => (value === 'problem' ? line.problem !== null : line.exclude) },
    sizes: [...pagerSizes, allRows],
    from: premap.kept,
  });
  const broken = premap.lines?.filter(({ problem }) => problem !== null).length ?? 0;
  return (
    <ListPage
      title="Premap"
      noun="row"
      list={list}
      filters={<ListFilter list={list} name="show" label="Row" choices={states} />}
      actions={<Actions premap={premap} choice={choice} />}
      firstUse={
        <EmptyState kind="first-use" title="No premap yet">
          <p>
            A premap maps degrees and specialties before a job uses them. Start with the template: a CSV of five columns. Or add
            the rows here.
          </p>
          <span className="empty-actions">
            <Button onClick={saveTemplate}>Download template</Button>
            <Button variant="default" onClick={premap.add}>
              Add the first row
            </Button>
          </span>
        </EmptyState>
      }
    >
      {premap.edited && <Commit premap={premap} broken={broken} />}
      <DataTable
        list={list}
        label="Premap rows"
        columns={premapColumns(premap, useFieldNames())}
        rowKey={(line) => line.no}
        control={(line) => removeOf(line, premap)}
      />
    </ListPage>
  );
}

const saveTemplate = () => saveText('premap.csv', 'text/csv', premapTemplate);

function Actions({ premap, choice }: { premap: Premap; choice: TargetChoice }) {
  const [open, setOpen] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const offline = useOffline();
  const read = (chosen: File) => {
    setFile(chosen);
    premap.read(chosen);
  };
  return (
    <>
      <TargetPick choice={choice} />
      <Button variant="default" onClick={saveTemplate}>
        Template
      </Button>
      <Button variant="default" onClick={() => setOpen(true)}>
        Upload…
      </Button>
      <Button variant="default" onClick={premap.add}>
        Add row
      </Button>
      {open && (
        <Dialog title="Upload a premap" dirty={false} size={640} onClose={() => setOpen(false)}>
          {() => (
            <>
              <DropZone
                what="a premap"
                hint={
                  offline
                    ? 'Uploading a file requires a connection.'
                    : 'CSV or TXT with five columns: degree, specialty, ATS degree, ATS specialty, exclude. The file is checked; nothing is saved until you commit it.'
                }
                file={file}
                busy={premap.busy}
                onFile={read}
              />
              {premap.refusal && (
                <p className="premap-refusal" role="alert">
                  {premap.refusal}
                </p>
              )}
              {file && !premap.busy && !premap.refusal && <Button onClick={() => setOpen(false)}>Review rows</Button>}
            </>
          )}
        </Dialog>
      )}
    </>
  );
}

function Commit({ premap, broken }: { premap: Premap; broken: number }) {
  const { lines = [], checked, busy, refusal, check, commit, drop } = premap;
  return (
    <div className="premap-commit card" role="status">
      <p>
        {refusal ??
          (broken > 0
            ? `Fix ${counted(broken, 'row')} first. The rest match the ATS.`
            : checked
              ? 'All rows match the ATS. Nothing is saved yet.'
              : 'Not saved yet. Rows are checked when you commit them.')}
      </p>
      <OnlineButton variant="default" size="xs" loading={busy} onClick={check}>
        Check
      </OnlineButton>
      <OnlineButton size="xs" loading={busy} disabled={broken > 0} onClick={commit}>
        {`Commit ${counted(lines.length, 'row')}`}
      </OnlineButton>
      <Button variant="default" size="xs" onClick={drop}>
        Discard changes
      </Button>
    </div>
  );
}
