import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type LogLine, readSystemLog } from '#contract/system/system-log.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import type { RowAction } from '#src/ui/actions/row-action.ts';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { DateField } from '#src/ui/form/date-fields.tsx';
import { isDay } from '#src/ui/form/optional.ts';
import { localToday } from '#src/ui/format/local-today.ts';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { type ListAddress, useListAddress } from '#src/ui/list/list-address.ts';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { type BadgeTone, StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { dayAfter, documentedDay, timeInUtc } from './log-day.ts';
import './system-log.css';

const levels: Readonly<Record<LogLine['level'], { readonly label: string; readonly tone: BadgeTone }>> = {
  fatal: { label: 'Fatal', tone: 'bad' },
  error: { label: 'Error', tone: 'bad' },
  warning: { label: 'Warning', tone: 'warn' },
  info: { label: 'Info', tone: 'neutral' },
};

const levelChoices = Object.entries(levels).map(([value, { label }]) => ({ value, label }));

const col = columnsOf<LogLine>();
const columns = [
  col('at', 'Time (UTC)', { cell: ({ at }) => <span className="nowrap">{timeInUtc(at)}</span>, width: 100 }),
  col('level', 'Level', {
    cell: ({ level }) => <StateBadge tone={levels[level].tone}>{levels[level].label}</StateBadge>,
    width: 96,
  }),
  col('words', 'What happened', { width: 360 }),
  col('area', 'Area'),
  col('customer', 'Customer'),
  col('errorId', 'Error ID', { cell: ({ errorId }) => errorId && <span className="mono">{errorId}</span> }),
  col('process', 'Process', { hidden: true }),
];

const copyErrorId: RowAction<LogLine> = {
  label: 'Copy error ID',
  when: ({ errorId }) => errorId !== null,
  run: async ({ errorId }) => {
    await navigator.clipboard.writeText(errorId ?? '');
    toast.success({ title: 'Error ID copied' });
  },
};

/** `/syslog`: what the processes of the service logged on a day, newest first. */
export function SystemLogList() {
  const today = localToday('UTC');
  const address = useListAddress({ sort: 'at', filters: ['day'] });
  const asked = address.filter('day');
  const day = asked === '' ? today : asked;
  const log = useReply(readSystemLog, { date: documentedDay(day) }, { wanted: isDay(day) });
  const list = usePagedList(log.reply?.rows, {
    from: log,
    sort: 'at',
    descending: true,
    searchIn: ['words', 'area', 'customer', 'errorId', 'process'],
    filters: { level: (line, level) => line.level === level, area: (line, area) => line.area === area },
    sizes: pagerSizes,
  });
  const areas = useMemo(() => areasOf(log.reply?.rows ?? []), [log.reply]);
  return (
    <ListPage
      title="System log"
      noun="line"
      list={list}
      actions={<ExportButton title={`System log ${day}`} list={list} columns={columns} />}
      filters={
        <>
          <DayFilter address={address} day={day} today={today} />
          <ListFilter list={list} name="level" label="Level" choices={levelChoices} />
          <ListFilter list={list} name="area" label="Area" choices={areas} />
        </>
      }
      firstUse={
        <EmptyState kind="no-match" title="Nothing was logged on this day">
          <p>Lines are kept for 30 days. Days are in UTC.</p>
        </EmptyState>
      }
    >
      <DataTable list={list} label="System log" columns={columns} rowKey={({ id }) => id} actions={[copyErrorId]} />
      {log.reply && <CutNote of={log.reply} noun="line" />}
    </ListPage>
  );
}

const areasOf = (lines: readonly LogLine[]) =>
  [...new Set(lines.map(({ area }) => area))]
    .filter((area) => area !== '')
    .sort()
    .map((area) => ({ value: area, label: area }));

type DayProps = { readonly address: Pick<ListAddress<string>, 'setFilter'>; readonly day: string; readonly today: string };

/** A day with buttons to the day before and after it. */
function DayFilter({ address, day, today }: DayProps) {
  const go = (next: string) => address.setFilter('day', next === today ? '' : next);
  return (
    <span className="log-day">
      <ActionIcon
        variant="default"
        size={30}
        aria-label="Day before"
        disabled={!isDay(day)}
        onClick={() => go(dayAfter(day, -1))}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <DateField
        label="Day (UTC)"
        hideLabel
        size="xs"
        value={day}
        onChange={go}
        onBlur={() => undefined}
        name="day"
        data-path="day"
        error={isDay(day) ? undefined : 'Enter a day'}
      />
      <ActionIcon
        variant="default"
        size={30}
        aria-label="Day after"
        disabled={!isDay(day) || day >= today}
        onClick={() => go(dayAfter(day, 1))}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </span>
  );
}
