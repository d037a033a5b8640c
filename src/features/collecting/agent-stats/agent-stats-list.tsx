import { Switch } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { checkTask } from '#contract/collecting/runs.ts';
import { listAgentStats, resetLastCounters } from '#contract/collecting/task-stats.ts';
import { messages } from '#contract/kit/messages.ts';
import { collectErrors } from '#contract/rows/collect-errors.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import type { RowAction } from '#src/ui/actions/row-action.ts';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { DateField } from '#src/ui/form/date-fields.tsx';
import { localToday } from '#src/ui/format/local-today.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { type ListAddress, useListAddress } from '#src/ui/list/list-address.ts';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { type AgentLine, checkStateOf, checkStates, documentedDay, tookWords } from './agent-stats.ts';

/** The vendor may be slow. */
const checkTimeoutMs = 90_000;

const col = columnsOf<AgentLine>();
const ofOneCustomer = (names: FieldNames) => [
  col('task', 'Task', { cell: (line) => <TaskOf line={line} />, width: 200 }),
  col('source', names.of('source')),
  col('crawler', 'Crawler', { hidden: true }),
  col('runs', 'Runs', { align: 'end', sum: true }),
  col('failures', 'Failed', { align: 'end', sum: true }),
  col('pulled', 'Pulled', { align: 'end', sum: true }),
  col('opened', 'Opened', { align: 'end', sum: true }),
  col('canceled', 'Canceled', { align: 'end', sum: true }),
  col('refused', 'Refused', { align: 'end', sum: true }),
  col('seconds', 'Time', { align: 'end', cell: ({ seconds }) => <span className="nowrap">{tookWords(seconds)}</span> }),
  col('error', 'Last error', { cell: (line) => <LastError line={line} />, text: ({ errorText }) => errorText }),
  col('checkState', 'Check', { cell: ({ checkState }) => <Check state={checkState} /> }),
];
const ofAll = (names: FieldNames) => [col('customer', 'Customer'), ...ofOneCustomer(names)];

/** `/agentstats`: what the runs of each task did on one day. */
export function AgentStatsList() {
  const { customer } = useSession();
  const address = useListAddress({ sort: 'failures', filters: ['day', 'failures', 'of'] });
  const today = localToday(useFormat().preferences.timeZone);
  const day = address.filter('day') || today;
  // The provider looks after the tasks of all its customers.
  const all = address.filter('of') !== 'one';
  const failuresOnly = address.filter('failures') === '1';
  const stats = useReply(listAgentStats, {
    cust: all ? -1 : customer.id,
    failuresOnly: failuresOnly ? '1' : '0',
    date: documentedDay(day),
  });
  const { checks, actions } = useAgentActions();
  const lines = useMemo(
    () =>
      stats.reply?.map((line): AgentLine => {
        const key = `${line.customerId}/${line.taskId}`;
        return { ...line, key, checkState: checks.get(key) ?? line.checkState };
      }),
    [stats.reply, checks],
  );
  const list = usePagedList(lines, {
    from: stats,
    sort: 'failures',
    descending: true,
    searchIn: ['task', 'source', 'crawler', 'customer', 'errorText'],
    sizes: pagerSizes,
  });
  const columns = (all ? ofAll : ofOneCustomer)(useFieldNames());
  return (
    <ListPage
      title="Task statistics"
      noun="task"
      list={list}
      actions={<ExportButton title="Task statistics" list={list} columns={columns} />}
      filters={<Filters address={address} day={day} customer={customer.name} />}
      firstUse={
        <EmptyState kind="no-match" title={all ? 'No runs on this day' : `No runs of ${customer.name} on this day`}>
          <p>
            Choose another day{all ? '' : ' or all customers'}
            {failuresOnly ? ', or turn Failures only off' : ''}.
          </p>
        </EmptyState>
      }
    >
      <DataTable list={list} label="Task statistics" columns={columns} rowKey={({ key }) => key} actions={actions} />
    </ListPage>
  );
}

/** What can be done with a task of the list, and what its checks said since the screen opened. */
function useAgentActions() {
  const call = useCall();
  const [checks, setChecks] = useState<ReadonlyMap<string, number>>(new Map());
  const check = async ({ key, customerId, taskId, task }: AgentLine) => {
    const answer = await call(checkTask, { cust: customerId, id: taskId }, { timeoutMs: checkTimeoutMs });
    setChecks((before) => new Map(before).set(key, checkStateOf(answer)));
    if (answer.ok && answer.value === '') toast.success({ title: 'The sign-in works', detail: `The vendor lets ${task} in.` });
    else toast.error({ title: `${task} was not let in`, detail: answer.ok ? answer.value : errorMessage(answer.error) });
  };
  const reset = useDo(resetLastCounters, {
    args: ({ customerId, taskId }: AgentLine) => ({ cust: customerId, customerCrawlerId: taskId }),
    said: ({ message }, { task }) => ({ title: message, detail: task }),
    failed: messages.countersNotReset,
  });
  const actions: readonly RowAction<AgentLine>[] = [
    { label: 'Check login', run: check, when: ({ isRemoved }) => !isRemoved, online: true },
    {
      label: 'Reset counters…',
      run: reset,
      when: ({ isRemoved }) => !isRemoved,
      online: true,
      confirm: ({ task }) => ({
        title: `Reset the counters of ${task}?`,
        body: messages.resetCountersQuestion,
        choices: { go: { words: 'Reset counters', tone: 'primary' }, stay: { words: 'Go back' } },
        safe: 'stay',
      }),
    },
  ];
  return { checks, actions };
}

type FiltersProps = { address: Pick<ListAddress<string>, 'filter' | 'setFilter'>; day: string; customer: string };

const Filters = ({ address, day, customer }: FiltersProps) => (
  <>
    <DateField
      label="Day"
      hideLabel
      size="xs"
      value={day}
      onChange={(value) => address.setFilter('day', value)}
      onBlur={() => undefined}
      name="day"
      data-path="day"
      error={undefined}
    />
    <ListFilter list={address} name="of" label="Customer" choices={[{ value: 'one', label: customer }]} />
    <Switch
      size="xs"
      label="Failures only"
      checked={address.filter('failures') === '1'}
      onChange={(event) => address.setFilter('failures', event.currentTarget.checked ? '1' : '')}
    />
  </>
);

function TaskOf({ line: { task, taskId, customerId, isRemoved } }: { line: AgentLine }) {
  if (isRemoved) return <span className="muted">{task} (removed)</span>;
  return <Link to={pathTo('/edittask/:id/:c?', { id: taskId, c: customerId })}>{task}</Link>;
}

function LastError({ line: { error, errorText } }: { line: AgentLine }) {
  if (error === null) return <span className="muted">—</span>;
  return (
    <StateBadge tone="bad" tip={`${errorText ?? ''} ${collectErrors[error].remedy}`.trim()}>
      {collectErrors[error].name}
    </StateBadge>
  );
}

function Check({ state }: { state: number }) {
  const { words, tone } = checkStates[state] ?? { words: 'Not checked', tone: 'neutral' as const };
  return <StateBadge tone={tone}>{words}</StateBadge>;
}
