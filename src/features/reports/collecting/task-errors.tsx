import { checkIsAdmin } from '#contract/collecting/task-credentials.ts';
import { resetLastCounters } from '#contract/collecting/task-stats.ts';
import { messages } from '#contract/kit/messages.ts';
import { reportTaskErrors } from '#contract/reports/collecting-reports.ts';
import { collectErrors } from '#contract/rows/collect-errors.ts';
import { type TaskErrorLine, taskErrorsReport } from '#domain/reports/collecting/task-reports.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import type { RowAction } from '#src/ui/actions/row-action.ts';
import { ServiceReportPage, useReportArgs } from '../kit/service-report-page.tsx';
import { useHere, useSourceChoices } from '../kit/use-here.ts';

/** `/report_dcerrors`: how each task collects. Administrators reset its counters. */
export function TaskErrors() {
  const args = useReportArgs();
  const from = useReply(reportTaskErrors, { cust: args.cust, pageSize: args.pageSize });
  const rows = useHere(from.reply?.rows);
  const source = useSourceChoices(args.cust);
  const lines = rows?.map((row) => ({ ...row, errorName: row.error === null ? '' : collectErrors[row.error].name })) ?? null;
  return (
    <ServiceReportPage
      report={taskErrorsReport}
      lines={lines}
      from={from}
      rowKey={({ customerId, taskId }) => `${customerId}/${taskId}`}
      choices={{ source }}
      rowActions={useReset()}
    />
  );
}

function useReset(): readonly RowAction<TaskErrorLine>[] {
  const { reply: mayReset } = useReply(checkIsAdmin, {});
  const reset = useDo(resetLastCounters, {
    args: ({ customerId, taskId }: TaskErrorLine) => ({ cust: customerId, customerCrawlerId: taskId }),
    said: ({ message }, { task }) => ({ title: message, detail: task }),
    failed: messages.countersNotReset,
    refreshes: [reportTaskErrors],
  });
  if (mayReset !== true) return [];
  return [
    {
      label: 'Reset counters…',
      run: reset,
      online: true,
      confirm: ({ task }) => ({
        title: `Reset the counters of ${task}?`,
        body: messages.resetCountersQuestion,
        choices: { go: { words: 'Reset counters', tone: 'primary' }, stay: { words: 'Go back' } },
        safe: 'stay',
      }),
    },
  ];
}
