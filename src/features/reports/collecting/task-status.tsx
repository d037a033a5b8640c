import { reportTaskStatus } from '#contract/reports/collecting-reports.ts';
import { taskStatusReport } from '#domain/reports/collecting/task-reports.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { ServiceReportPage, useReportArgs } from '../kit/service-report-page.tsx';
import { useHere, useSourceChoices } from '../kit/use-here.ts';

/** `/report_dcstatus`: the open and canceled jobs of each task. */
export function TaskStatus() {
  const { cust, pageSize } = useReportArgs();
  const from = useReply(reportTaskStatus, { cust, pageSize });
  const lines = useHere(from.reply?.rows);
  const source = useSourceChoices(cust);
  return (
    <ServiceReportPage
      report={taskStatusReport}
      lines={lines}
      from={from}
      rowKey={({ customerId, taskId }) => `${customerId}/${taskId}`}
      choices={{ source }}
    />
  );
}
