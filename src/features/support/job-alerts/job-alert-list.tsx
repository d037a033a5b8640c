import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { type JobAlert, listJobAlerts, removeJobAlert, testJobAlert } from '#contract/support/job-alerts.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { alertState, alertTiming, resultWords } from './job-alert.ts';

const col = columnsOf<JobAlert>();
const columns = [
  col('name', 'Alert'),
  col('enabled', 'Now', {
    cell: (alert) => <StateBadge tone={alertState(alert).tone}>{alertState(alert).words}</StateBadge>,
    text: (alert) => alertState(alert).words,
  }),
  col('configuration', 'Configuration'),
  col('target', 'Target'),
  col('frequency', 'When', { cell: alertTiming, text: alertTiming }),
  col('nextAt', 'Next', { cell: ({ nextAt }) => (nextAt === null ? <span className="muted">–</span> : <Ago at={nextAt} />) }),
  col('lastRun', 'Last result', { cell: resultWords, text: resultWords }),
];

const editPath = (id: number) => pathTo('/notifications/edit/:id', { id });

/** `/notifications`: emails and text messages with new jobs to candidates of an ATS. */
export function JobAlertList() {
  const answer = useReply(listJobAlerts, { cust: 'me' });
  const list = usePagedList(answer.reply, {
    from: answer,
    sort: 'name',
    searchIn: ['name', 'configuration', 'target'],
    sizes: pagerSizes,
  });
  const remove = useDo(removeJobAlert, {
    args: ({ id }: JobAlert) => ({ cust: 'me', id }),
    said: ({ message }) => ({ title: message }),
    failed: 'Job alert not removed',
    refreshes: [listJobAlerts],
  });
  const test = useDo(testJobAlert, {
    args: ({ id }: JobAlert) => ({ cust: 'me', id }),
    said: ({ message }) => ({ title: message }),
    failed: 'The test was not sent',
  });
  return (
    <ListPage
      title="Job alerts"
      noun="job alert"
      list={list}
      actions={
        <>
          <ExportButton title="Job alerts" list={list} columns={columns} />
          <Button component={Link} to={editPath(0)}>
            Add job alert
          </Button>
        </>
      }
      firstUse={
        <EmptyState kind="first-use" title="No job alerts yet">
          <p>A job alert sends the new jobs of a saved view to the candidates in your ATS whom they suit.</p>
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="Job alerts"
        columns={columns}
        rowKey={({ id }) => id}
        nameOf={({ name }) => name}
        openPath={({ id }) => editPath(id)}
        actions={[
          { label: 'Send me a test', run: test, online: true },
          { label: 'Remove…', run: remove, online: true, danger: true, confirm: removal },
        ]}
      />
    </ListPage>
  );
}

const removal = ({ name }: JobAlert) =>
  ({
    title: `Remove “${name}”?`,
    body: 'Candidates get no more messages of it. Messages that wait are still sent.',
    choices: { go: { words: 'Remove job alert', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;
