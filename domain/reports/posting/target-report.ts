import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { listCustomerTargets } from '#contract/reports/customer-targets.ts';
import { isPublished, isSentTo } from '../../targets/target-kinds.ts';
import type { Report } from '../kit/report.ts';
import { reportIds } from '../kit/report-ids.ts';
import { whose } from '../kit/whose.ts';

/** One target of a customer with the state of its posts, as the service answers. */
export type TargetReportRow = ReplyOf<typeof listCustomerTargets>['rows'][number];
/** A row with the words of its codes. */
export type TargetReportLine = Omit<TargetReportRow, 'posting' | 'connection' | 'maps'> & {
  readonly posting: string;
  readonly connection: string;
  readonly maps: string;
  /** Where its connection is set; null for a target of another customer. */
  readonly settingsTo: string | null;
};

const postingWords = { off: 'Off', dryRun: 'Dry run', live: 'Live', published: 'Published', never: 'Takes no jobs' } as const;
const connectionWords = { unchecked: 'Not checked', ok: 'Works', failed: 'Failed', none: 'None' } as const;

/** Jobs are sent to an ATS as its posting mode says. A feed shows them to anyone who reads it, and needs no connection. */
function postingOf({ typeId, posting }: TargetReportRow): keyof typeof postingWords {
  if (isPublished(typeId)) return 'published';
  return isSentTo(typeId) ? posting : 'never';
}

/** Rows of the service as the report shows them. `customerId` is the customer on the screen; `kindLabel` names a kind of mapping. */
export const targetReportLines = (
  rows: readonly TargetReportRow[],
  customerId: number,
  kindLabel: (kind: TargetReportRow['maps'][number]) => string,
): TargetReportLine[] =>
  rows.map((row) => ({
    ...row,
    posting: postingWords[postingOf(row)],
    connection: connectionWords[isPublished(row.typeId) ? 'none' : row.connection],
    maps: row.maps.map((kind) => kindLabel(kind)).join(', '),
    settingsTo: row.customerId === customerId ? `/targetconfig/${row.id}` : null,
  }));

const choices = (words: Readonly<Record<string, string>>) => Object.values(words).map((value) => ({ value, label: value }));

/** `/report_customertargets`: where the customer's jobs are posted, and how that goes. */
export const customerTargetsReport: Report<TargetReportLine> & { readonly answeredBy: 'service' } = {
  id: reportIds.customerTargets,
  title: 'Customer targets',
  about: 'Each target with its connection, what must be mapped for it, and its posts by state.',
  group: 'Posting',
  audience: 'session',
  path: '/report_customertargets',
  answeredBy: 'service',
  call: 'GET /api/customer/targets/list/:cust',
  offline: 'cached',
  noun: 'target',
  columns: [
    { key: 'target', label: 'Target', type: 'text', to: ({ settingsTo }) => settingsTo },
    { key: 'customer', label: 'Customer', type: 'text' },
    { key: 'kind', label: 'Kind', type: 'text' },
    { key: 'enabled', label: 'Enabled', type: 'yes-no' },
    { key: 'posting', label: 'Posting', type: 'text' },
    { key: 'connection', label: 'Connection', type: 'text' },
    { key: 'maps', label: 'Maps', type: 'text' },
    { key: 'mappingRequired', label: 'Mapping required', type: 'yes-no' },
    { key: 'waiting', label: 'Waiting posts', type: 'number', sum: true },
    { key: 'doubtful', label: 'Posts in doubt', type: 'number', sum: true },
    { key: 'refused', label: 'Refused posts', type: 'number', sum: true },
    { key: 'done', label: 'Posted', type: 'number', sum: true },
    { key: 'lastPostedAt', label: 'Last posted', type: 'instant' },
    { key: 'id', label: 'ID', type: 'number', hidden: true },
  ],
  filters: [
    { kind: 'value', name: 'kind', label: 'Kind', key: 'kind' },
    {
      kind: 'choice',
      name: 'posting',
      label: 'Posting',
      choices: choices(postingWords),
      keeps: ({ posting }, value) => posting === value,
    },
    {
      kind: 'choice',
      name: 'connection',
      label: 'Connection',
      choices: choices(connectionWords),
      keeps: ({ connection }, value) => connection === value,
    },
    { kind: 'days', name: 'posted', label: 'Last posted', key: 'lastPostedAt' },
    whose,
  ],
  sort: { key: 'customer', descending: false },
};
