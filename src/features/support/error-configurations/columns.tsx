import type { ErrorConfiguration } from '#contract/support/error-configurations.ts';
import { countingWords } from '#domain/error-alerts/alert-words.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { columnsOf } from '#src/ui/table/column.ts';

const badge = (row: ErrorConfiguration) => (
  <StateBadge tone={row.state === 'quiet' ? 'good' : 'warn'}>{countingWords(row)}</StateBadge>
);
const col = columnsOf<ErrorConfiguration>();
export const columns = [
  col('error', 'Error'),
  col('customer', 'Customer'),
  col('crawler', 'Crawler'),
  col('parser', 'Parser'),
  col('threshold', 'Errors', { align: 'end' }),
  col('silenceMinutes', 'Minutes', { align: 'end' }),
  col('bySlack', 'Slack'),
  col('byMail', 'Email'),
  col('state', 'Now', { cell: badge, text: countingWords }),
  col('id', 'ID', { align: 'end' }),
];
