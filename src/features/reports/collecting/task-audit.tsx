import { reportTaskAudit } from '#contract/reports/collecting-reports.ts';
import { taskAuditReport } from '#domain/reports/collecting/task-reports.ts';
import { taskStatuses } from '#src/entities/collect/task-status.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { ServiceReportPage, useReportArgs } from '../kit/service-report-page.tsx';
import { useHere, useSourceChoices } from '../kit/use-here.ts';

/** `/report_taskaudit`: which tasks are active, and what went wrong on some days. */
export function TaskAudit() {
  const args = useReportArgs();
  const from = useReply(reportTaskAudit, args, { keepsPrevious: true });
  const rows = useHere(from.reply?.rows);
  const source = useSourceChoices(args.cust);
  return (
    <ServiceReportPage
      report={taskAuditReport}
      lines={rows?.map((row) => ({ ...row, stateName: taskStatuses[row.state].words })) ?? null}
      from={from}
      rowKey={({ customerId, taskId }) => `${customerId}/${taskId}`}
      choices={{ source }}
    />
  );
}
