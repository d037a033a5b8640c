import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { SourceRow } from '#contract/rows/rows.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { columnsOf, RowsTable } from '#src/ui/list/rows-table.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { SourceAliases } from './source-aliases.tsx';
import { SourceForm } from './source-form.tsx';
import { SourceGroup } from './source-group.tsx';
import { SourceStaffing } from './source-staffing.tsx';
import './sources.css';

/** A source with what it groups and its other names in words, for search and order. */
export type SourceLine = SourceRow & { names: string; groups: string };
type Open = { what: 'form' | 'aliases' | 'group' | 'staffing'; source: SourceLine };

const none: SourceLine = { id: 0, name: '', alias: null, autoPost: false, aliases: [], members: [], names: '', groups: '' };
const col = columnsOf<SourceLine>();
const columns = [
  col('name', 'Source'),
  col('alias', 'Alias'),
  col('autoPost', 'Auto-post'),
  col('names', 'Feed aliases'),
  col('groups', 'Grouped sources'),
];

/** `/sources`: where jobs come from; what else feeds call them, and which stand for others. */
export function SourceList() {
  const { may } = useSession();
  const { ready, rows } = useCollection('source');
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]));
  const lines = rows.map((row): SourceLine => {
    const groups = row.members.map((id) => nameOf.get(id) ?? String(id));
    return { ...row, names: row.aliases.join(', '), groups: groups.join(', ') };
  });
  const list = usePagedList(ready ? lines : undefined, {
    sort: 'name',
    searchIn: ['name', 'alias', 'names', 'groups'],
    sizes: pagerSizes,
  });
  const add = may('tasks.write') && <Button onClick={() => setOpen({ what: 'form', source: none })}>Add source</Button>;
  return (
    <ListPage
      title="Sources"
      noun="source"
      list={list}
      actions={add}
      firstUse={
        <EmptyState kind="first-use" title="No sources yet">
          <p>A source is a VMS that jobs come from. The first task or upload that names it creates it.</p>
          {add}
        </EmptyState>
      }
    >
      <RowsTable
        list={list}
        label="Sources"
        columns={columns}
        rowKey={(row) => row.id}
        actions={(row) => deedsOf(row, setOpen)}
      />
      {open?.what === 'form' && <SourceForm source={open.source} onClose={close} />}
      {open?.what === 'aliases' && <SourceAliases source={open.source} onClose={close} />}
      {open?.what === 'group' && <SourceGroup source={open.source} all={rows} onClose={close} />}
      {open?.what === 'staffing' && <SourceStaffing source={open.source} onClose={close} />}
    </ListPage>
  );
}

const deedsOf = (source: SourceLine, open: (next: Open) => void) => <Deeds source={source} open={open} />;

function Deeds({ source, open }: { source: SourceLine; open: (next: Open) => void }) {
  const { may, administrator } = useSession();
  const edits = may('tasks.write');
  const staffs = may('jobs.cancel') && may('rules.read');
  const renames = edits && administrator;
  return (
    <span className="source-deeds">
      {edits && (
        <Button size="xs" variant="default" aria-label={`Edit ${source.name}`} onClick={() => open({ what: 'form', source })}>
          Edit
        </Button>
      )}
      {(renames || staffs) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={`More for ${source.name}`}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {renames && <Menu.Item onClick={() => open({ what: 'aliases', source })}>Feed aliases…</Menu.Item>}
            {renames && <Menu.Item onClick={() => open({ what: 'group', source })}>Group sources…</Menu.Item>}
            {staffs && <Menu.Item onClick={() => open({ what: 'staffing', source })}>Excluded facilities…</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}
