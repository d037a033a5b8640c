import { Ago, useFormat } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import type { NoticeLine } from './notice.ts';

const LastDay = ({ day }: { day: string | null }) => useFormat().localDate(day);
const col = columnsOf<NoticeLine>();
export const noticeColumns = [
  col('name', 'Name'),
  col('state', 'Visibility', {
    cell: ({ state }) => <StateBadge tone={state === 'Shown' ? 'good' : 'neutral'}>{state}</StateBadge>,
  }),
  col('who', 'Audience'),
  col('shownTo', 'Customers', { align: 'end' }),
  col('expiresOn', 'Last day', { cell: ({ expiresOn }) => <LastDay day={expiresOn} /> }),
  col('changedBy', 'Changed by'),
  col('changedAt', 'Changed', { cell: ({ changedAt }) => <Ago at={changedAt} /> }),
];
