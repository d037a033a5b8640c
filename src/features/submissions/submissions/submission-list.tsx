import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { counted } from '#src/ui/format/format.ts';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { useOpenPanel } from '#src/ui/panel/side-panel.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { ExpiringDocuments } from '../expiring/expiring-documents.tsx';
import { mayResubmit, maySyncStatus, type ShownSubmission, submissionFilters } from './submission.ts';
import { submissionColumns } from './submission-columns.tsx';
import { SubmissionFilters } from './submission-filters.tsx';
import { SubmissionPanel } from './submission-panel.tsx';
import { useShownSubmissions } from './use-shown-submissions.ts';
import { useSubmissionActions } from './use-submission-actions.tsx';
import './submissions.css';

/**
 * `/submissions`: the caregivers that were put forward, newest first, and what became of them. The rows are those of this device, so each
 * change shows at once, and a queued one is there too.
 */
export function SubmissionList() {
  const shown = useShownSubmissions();
  const list = usePagedList(shown, {
    sort: 'created',
    descending: true,
    searchIn: ['caregiverEmail', 'providerJobId', 'contact', 'facility', 'source', 'status', 'errorText', 'caregiverId', 'extId'],
    filters: submissionFilters,
    sizes: pagerSizes,
  });
  const columns = submissionColumns(useFieldNames());
  const { actions, resubmit, sync, dialog } = useSubmissionActions();
  const { open, show, close } = useOpenPanel();
  const opened = open?.kind === 'submission' ? shown?.find(({ id }) => String(id) === open.id) : undefined;
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const chosen = list.rows.filter(({ id }) => selected.has(id));
  const send = (
    <Button component={Link} to={pathTo('/sendCaregiver')}>
      Send caregiver
    </Button>
  );
  return (
    <div className="submissions">
      <ListPage
        title="Submissions"
        noun="submission"
        list={list}
        dialogs={dialog}
        filters={<SubmissionFilters list={list} submissions={shown ?? []} />}
        actions={
          <>
            <ExpiringDocuments />
            <Several rows={chosen} may={mayResubmit} verb="Resubmit" run={resubmit} />
            <Several rows={chosen} may={maySyncStatus} verb="Read status of" run={sync} />
            <ExportButton title="Submissions" list={list} columns={columns} />
            {send}
          </>
        }
        firstUse={list.filters > 0 ? <NoMatch onClear={list.clear} /> : <FirstUse>{send}</FirstUse>}
      >
        <DataTable
          list={list}
          label="Submissions"
          columns={columns}
          rowKey={({ id }) => id}
          selection={{ selected, onSelected: setSelected }}
          actions={[{ label: 'Details', run: ({ id }) => show('submission', id), when: ({ id }) => id > 0 }, ...actions]}
        />
      </ListPage>
      {opened && <SubmissionPanel key={opened.id} submission={opened} actions={actions} onClose={close} />}
    </div>
  );
}

const FirstUse = ({ children }: { children: React.ReactNode }) => (
  <EmptyState kind="first-use" title="No submissions yet">
    <p>Put a caregiver forward for a job. Here you see what became of it.</p>
    {children}
  </EmptyState>
);

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState kind="no-match" title="No matching submissions">
    <Button variant="default" size="xs" onClick={onClear}>
      Show all submissions
    </Button>
  </EmptyState>
);

type SeveralProps = {
  rows: readonly ShownSubmission[];
  may: (row: ShownSubmission) => boolean;
  verb: string;
  run: (row: ShownSubmission) => Promise<boolean>;
};

/** One action for the chosen submissions that allow it, one after the other. */
function Several({ rows, may, verb, run }: SeveralProps) {
  const [busy, setBusy] = useState(false);
  const allowed = rows.filter(may);
  if (allowed.length < 2) return null;
  const runAll = async () => {
    setBusy(true);
    for (const row of allowed) await run(row);
    setBusy(false);
  };
  return (
    <OnlineButton variant="default" loading={busy} onClick={() => void runAll()}>
      {`${verb} ${counted(allowed.length, 'submission')}`}
    </OnlineButton>
  );
}
