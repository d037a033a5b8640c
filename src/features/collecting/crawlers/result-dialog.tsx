import { Button } from '@mantine/core';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { SettingsTable } from '#src/ui/page/settings-table.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import type { Results } from './crawler.ts';
import './crawlers.css';

type Line = Results[string][number];

const col = columnsOf<Line>();
const columns = [
  col('name', 'Name'),
  col('active', 'Active', { cell: ({ active }) => (active ? 'Yes' : 'No') }),
  col('status', 'Status', {
    cell: ({ status, error }) => <StateBadge tone={error === '' ? 'neutral' : 'warn'}>{status}</StateBadge>,
  }),
  col('error', 'Error', { cell: ({ error }) => (error === '' ? '—' : error) }),
];

/** What became of each crawler and task, by table. */
export function ResultDialog({ title, results, onClose }: { title: string; results: Results; onClose: () => void }) {
  return (
    <Dialog title={title} size={760} dirty={false} onClose={onClose}>
      {(close) => (
        <div className="crawler-results">
          {Object.entries(results).map(([table, lines]) => (
            <SettingsTable
              key={table}
              title={table}
              rows={lines}
              sort="name"
              columns={columns}
              rowKey={({ name }) => name}
              empty="Nothing changed."
            />
          ))}
          <div className="form-actions">
            <Button onClick={close}>Close</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
