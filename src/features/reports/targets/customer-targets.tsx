import { listCustomerTargets } from '#contract/reports/customer-targets.ts';
import { customerTargetsReport, targetReportLines } from '#domain/reports/posting/target-report.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { ServiceReportPage, useReportArgs } from '../kit/service-report-page.tsx';

/** `/report_customertargets`: the targets of the customer, or of all customers for administrators of the provider. */
export function CustomerTargetsReport() {
  const { customer } = useSession();
  const { cust } = useReportArgs();
  const names = useFieldNames();
  const from = useReply(listCustomerTargets, { cust });
  return (
    <ServiceReportPage
      report={customerTargetsReport}
      lines={from.reply && targetReportLines(from.reply.rows, customer.id, names.of)}
      from={from}
      rowKey={({ customerId, id }) => `${customerId}/${id}`}
    />
  );
}
