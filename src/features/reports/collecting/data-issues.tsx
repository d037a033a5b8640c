import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { reportDataIssues, reportFaultyRows } from '#contract/reports/collecting-reports.ts';
import { dataIssuesReport, faultyRowsReport, issueKinds, wholeRow } from '#domain/reports/collecting/data-issues.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useListAddress } from '#src/ui/list/list-address.ts';
import { fieldNameIn } from '../kit/field-name.ts';
import { ServiceReportPage, useReportArgs } from '../kit/service-report-page.tsx';
import { useSourceChoices } from '../kit/use-here.ts';

/** `/report_data`: faults of values and files with their counts. A fault in the address shows the rows that its count counts. */
export function DataIssues() {
  const { filter } = useListAddress({ sort: '' });
  const fault = filter('fault');
  if (fault === '') return <Issues />;
  return <FaultyRows fault={fault} source={Number(filter('from'))} customer={Number(filter('at'))} />;
}

function Issues() {
  const { cust, pageSize } = useReportArgs();
  const from = useReply(reportDataIssues, { cust, pageSize });
  const source = useSourceChoices(cust);
  const fieldName = fieldNameIn(useFieldNames());
  const lines = from.reply?.rows.map((row) => ({
    ...row,
    key: `${row.customerId}/${row.sourceId}/${row.fault}`,
    kindName: issueKinds[row.kind],
    fieldName: row.field === 'row' ? wholeRow : fieldName(row.field),
  }));
  return (
    <ServiceReportPage
      report={dataIssuesReport}
      lines={lines ?? null}
      from={from}
      rowKey={({ key }) => key}
      choices={{ source }}
    />
  );
}

type RowsProps = { fault: string; source: number; customer: number };

function FaultyRows({ fault, source, customer }: RowsProps) {
  const session = useSession();
  const { pageSize } = useReportArgs();
  const cust = customer > 0 ? customer : session.customer.id;
  const from = useReply(reportFaultyRows, { cust, pageSize, fault, source });
  const isHere = cust === session.customer.id;
  return (
    <ServiceReportPage
      report={faultyRowsReport}
      lines={from.reply?.rows.map((row) => ({ ...row, isHere })) ?? null}
      from={from}
      rowKey={({ jobId, providerJobId, at }) => `${jobId}/${providerJobId}/${at}`}
      actions={
        <Button component={Link} to="/report_data" size="xs" variant="default">
          All data issues
        </Button>
      }
    />
  );
}
