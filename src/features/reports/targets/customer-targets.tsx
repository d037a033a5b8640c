import { useSearchParams } from 'react-router-dom';
import { listCustomerTargets } from '#contract/reports/customer-targets.ts';
import { customerTargetsReport, targetReportLines } from '#domain/reports/posting/target-report.ts';
import { fieldLabel } from '#src/entities/job/job-fields.ts';
import { useSession } from '#src/entities/session/session.ts';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { ReportPage } from '../kit/report-page.tsx';
import { useServiceReport } from '../kit/use-service-report.ts';

/** `/report_customertargets`: the targets of the customer, or of all customers for administrators of the provider. */
export function CustomerTargetsReport() {
  const { customer, administrator } = useSession();
  const [params] = useSearchParams();
  const ofAll = administrator && params.get('of') === 'all';
  const list = useServiceReport(customerTargetsReport, listCustomerTargets, { cust: ofAll ? -1 : customer.id }, ({ rows }) =>
    targetReportLines(rows, customer.id, fieldLabel),
  );
  return (
    <ReportPage
      report={customerTargetsReport}
      list={list}
      rowKey={({ customerId, id }) => `${customerId}/${id}`}
      actions={
        administrator && (
          <ListFilter list={list} name="of" label="Customer" choices={[{ value: 'all', label: 'All customers' }]} />
        )
      }
    />
  );
}
