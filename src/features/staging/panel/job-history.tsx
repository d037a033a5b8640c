import { Button } from '@mantine/core';
import { useState } from 'react';
import type { JobRow } from '#contract/rows/jobs.ts';
import { type JobChange, readJobHistory } from '#contract/staging/job-history.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import type { GridColumn } from '#src/ui/grid/model/grid-column.ts';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { AsOf } from '#src/ui/page/answered.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { type HistoryFilter, keeps, noFilter } from './history/history-filter.ts';
import { HistoryFilters } from './history/history-filters.tsx';
import { historyLine } from './history/history-labels.ts';
import { MadeBy } from './history-origin.tsx';
import { JobThenView } from './job-then.tsx';

type Props = {
  readonly job: JobRow;
  /** The grid's columns: a field that can be edited there can take an earlier value. */
  readonly columns: readonly GridColumn[];
  readonly onPosting: () => void;
};

/** Changes of the job, newest first; a chosen one shows the job as it stood then. Offline, it shows the last response with its age. */
export function JobHistory({ job, columns, onPosting }: Props) {
  const { customer } = useSession();
  const answer = useReply(readJobHistory, { cust: customer.id, jobId: job.id }, { since: job.changedAt });
  const [filter, setFilter] = useState<HistoryFilter>(noFilter);
  const [chosen, setChosen] = useState<number | null>(null);
  const { reply, problem, refresh } = answer;
  if (!reply && problem === null) return <Waiting />;
  const lines = reply?.rows ?? [];
  const shown = lines.filter((line) => keeps(filter, line));
  return (
    <div className="job-history">
      <AsOf {...answer} />
      {problem !== null && (
        <Button size="compact-xs" variant="default" onClick={refresh}>
          Try again
        </Button>
      )}
      {reply?.total === 0 && <p className="muted">No changes since the job was collected.</p>}
      {lines.length > 1 && <HistoryFilters lines={lines} filter={filter} onFilter={setFilter} />}
      {lines.length > 0 && shown.length === 0 && <p className="muted">No change matches these filters.</p>}
      <ol>
        {shown.map((line) => (
          <li key={line.id}>
            <span className={`history-how is-${line.how}`}>{line.how}</span>
            <LineButton line={line} open={chosen === line.id} onOpen={(open) => setChosen(open ? line.id : null)} />
            <span className="muted">
              <MadeBy line={line} job={job} onPosting={onPosting} /> · <Ago at={line.at} />
            </span>
            {chosen === line.id && <JobThenView job={job} lines={lines} line={line} columns={columns} />}
          </li>
        ))}
      </ol>
      {reply && <CutNote of={reply} noun="change" />}
    </div>
  );
}

type LineProps = { readonly line: JobChange; readonly open: boolean; readonly onOpen: (open: boolean) => void };

const LineButton = ({ line, open, onOpen }: LineProps) => (
  <button
    type="button"
    className="plain-button history-words"
    aria-expanded={open}
    data-tip="Show the job as it stood then"
    onClick={() => onOpen(!open)}
  >
    {historyLine(line, useFieldNames())}
  </button>
);
