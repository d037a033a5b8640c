import { Ago } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import type { DocumentLine } from './document.ts';

const col = columnsOf<DocumentLine>();
export const documentColumns = [
  col('name', 'Name', { cell: ({ name, isSample }) => (isSample ? <Sample name={name} /> : name) }),
  col('description', 'Description'),
  col('where', 'Opens'),
  col('changedAt', 'Changed', { cell: ({ changedAt }) => <Ago at={changedAt} /> }),
];
const Sample = ({ name }: { name: string }) => (
  <>
    {name} <StateBadge tone="warn">Sample</StateBadge>
  </>
);
