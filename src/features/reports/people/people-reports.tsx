import { reportContacts, reportLogins, reportTaskUsers } from '#contract/reports/people-reports.ts';
import {
  customerContactsReport,
  loginHistoryReport,
  loginOutcomes,
  taskUsersReport,
} from '#domain/reports/people/people-reports.ts';
import { stateWords } from '#src/entities/person/person-states.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { ServiceReportPage, useReportArgs } from '../kit/service-report-page.tsx';
import { useHere } from '../kit/use-here.ts';

/** `/report_agentuserlist`: whom to reach about each task. */
export function TaskUsers() {
  const { cust, pageSize } = useReportArgs();
  const from = useReply(reportTaskUsers, { cust, pageSize });
  const rows = useHere(from.reply?.rows);
  return (
    <ServiceReportPage
      report={taskUsersReport}
      lines={rows?.map((row) => ({ ...row, key: `${row.customerId}/${row.taskId}/${row.contactId}` })) ?? null}
      from={from}
      rowKey={({ key }) => key}
    />
  );
}

/** `/report_user-login-history`: who signed in, and who failed to. */
export function LoginHistory() {
  const from = useReply(reportLogins, useReportArgs(), { keepsPrevious: true });
  return (
    <ServiceReportPage
      report={loginHistoryReport}
      lines={from.reply?.rows.map((row) => ({ ...row, outcomeName: loginOutcomes[row.outcome] })) ?? null}
      from={from}
      rowKey={({ id }) => id}
    />
  );
}

/** `/report_customercontacts`: the people of customers. */
export function CustomerContacts() {
  const { cust, pageSize } = useReportArgs();
  const from = useReply(reportContacts, { cust, pageSize });
  const rows = useHere(from.reply?.rows);
  return (
    <ServiceReportPage
      report={customerContactsReport}
      lines={rows?.map((row) => ({ ...row, stateName: stateWords[row.state].words })) ?? null}
      from={from}
      rowKey={({ contactId }) => contactId}
    />
  );
}
