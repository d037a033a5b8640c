import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { reportDataIssues, reportFaultyRows } from '#contract/reports/collecting-reports.ts';
import type { Report } from '../kit/report.ts';
import { reportIds } from '../kit/report-ids.ts';
import { whose } from '../kit/whose.ts';

/** `key` tells the rows apart; `kindName` is the kind in words. */
export type DataIssueLine = ReplyOf<typeof reportDataIssues>['rows'][number] & {
  readonly key: string;
  readonly kindName: string;
  readonly fieldName: string;
};

/** `isHere`: the row is of the customer on screen, so that its job opens here. */
export type FaultyLine = ReplyOf<typeof reportFaultyRows>['rows'][number] & { readonly isHere: boolean };

/** The kinds of faults in words. */
export const issueKinds: Readonly<Record<DataIssueLine['kind'], string>> = {
  missing: 'Missing value',
  contradiction: 'Contradiction',
  refused: 'Refused row',
};

/** The name of the field where a fault is about a whole row. */
export const wholeRow = 'Whole row';

const rowsAt = ({ fault, sourceId, customerId }: DataIssueLine) =>
  `/report_data?fault=${encodeURIComponent(fault)}&from=${sourceId}&at=${customerId}`;

const shared = {
  id: reportIds.dataIssues,
  group: 'Collecting',
  audience: 'jobs.report',
  path: '/report_data',
  answeredBy: 'service',
} as const;

/** `/report_data`: values that are missing or contradict each other, and rows of files that gave no job. */
export const dataIssuesReport: Report<DataIssueLine> & { readonly answeredBy: 'service' } = {
  ...shared,
  title: 'Data issues',
  about:
    'Values of open jobs that are missing or contradict each other, and rows that the last file of each task, or an upload of the last 7 days, gave no job for.',
  call: 'GET /api/reports/dataissues/:cust',
  offline: 'cached',
  noun: 'issue',
  columns: [
    { key: 'problem', label: 'Problem', type: 'text' },
    { key: 'kindName', label: 'Kind', type: 'text' },
    { key: 'fieldName', label: 'Field', type: 'text' },
    { key: 'customer', label: 'Customer', type: 'text', hidden: true },
    { key: 'source', label: '{source}', type: 'text', none: () => 'Uploaded file' },
    { key: 'count', label: 'Count', type: 'number', sum: true, to: rowsAt },
    { key: 'example', label: 'Example', type: 'text' },
    { key: 'remedy', label: 'Remedy', type: 'text' },
  ],
  filters: [
    { kind: 'value', name: 'kind', label: 'Kind', key: 'kindName' },
    { kind: 'value', name: 'source', label: '{source}', key: 'source' },
    { kind: 'value', name: 'field', label: 'Field', key: 'fieldName' },
    whose,
  ],
  sort: { key: 'count', descending: true },
};

/** The jobs or rows behind one count of that report. */
export const faultyRowsReport: Report<FaultyLine> & { readonly answeredBy: 'service' } = {
  ...shared,
  title: 'Rows of a data issue',
  about: 'Every open job, or every row of a file, that was counted.',
  call: 'GET /api/reports/dataissues/:cust/:fault',
  offline: 'never',
  noun: 'row',
  columns: [
    {
      key: 'providerJobId',
      label: 'Job or row',
      type: 'text',
      to: ({ jobId, isHere, providerJobId }) =>
        jobId === null || !isHere ? null : `/staging?view=all&q=${encodeURIComponent(`job:"${providerJobId}"`)}`,
    },
    { key: 'title', label: 'Title or file', type: 'text' },
    { key: 'source', label: '{source}', type: 'text', none: () => 'Uploaded file' },
    { key: 'value', label: 'Value', type: 'text', none: () => 'Blank' },
    { key: 'at', label: 'Changed or read', type: 'instant' },
  ],
  filters: [],
  sort: { key: 'providerJobId', descending: false },
};
