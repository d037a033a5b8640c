import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useSession } from '#src/entities/session/session.ts';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { filtersByValue, ValueFilters } from '#src/ui/list/value-filters.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { newPackageId, type PackageLine } from './package.ts';
import { usePackages } from './use-packages.ts';

const col = columnsOf<PackageLine>();
const columns = [
  col('pair', 'Package for'),
  col('target', 'Target'),
  col('count', 'Documents', { align: 'end' }),
  col('isDefault', 'Default', { cell: ({ isDefault }) => isDefault && <StateBadge tone="info">Default</StateBadge> }),
  col('note', 'Note'),
];
const fields = { target: 'Target' } as const;
const filters = filtersByValue<PackageLine>(fields);

/** `/subPackages`: which documents go along with a degree and specialty to a target. */
export function PackageList() {
  const { may } = useSession();
  const changes = useChanges();
  const { ready, lines } = usePackages();
  const list = usePagedList(ready ? lines : null, {
    sort: 'target',
    searchIn: ['pair', 'target', 'note'],
    filters,
    sizes: pagerSizes,
  });
  const remove = async ({ id, ref, targetId, target, pair }: PackageLine) => {
    await changes.make('submissionPackage.remove.v1', { id, ref, targetId }, () => `Package removed: ${target}, ${pair}`);
  };
  const mayChange = may('targets.write');
  const add = mayChange && (
    <Button component={Link} to={pathTo('/subPackage/edit/:id?', { id: newPackageId })}>
      Add package
    </Button>
  );
  return (
    <ListPage
      title="Packages"
      noun="package"
      list={list}
      filters={<ValueFilters list={list} rows={ready ? lines : null} fields={fields} />}
      actions={
        <>
          <ExportButton title="Packages" list={list} columns={columns} />
          {add}
        </>
      }
      firstUse={
        <EmptyState kind="first-use" title="No packages yet">
          <p>
            A package lists the documents that a target wants with a degree and specialty. Each submission is checked against it.
          </p>
          {add}
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="Packages"
        columns={columns}
        rowKey={({ id, ref }) => ref ?? id}
        {...(mayChange && {
          openPath: ({ id }: PackageLine) => pathTo('/subPackage/edit/:id?', { id }),
          actions: [{ label: 'Remove…', run: remove, danger: true, confirm: removal }],
        })}
      />
    </ListPage>
  );
}

const removal = ({ target, pair }: PackageLine) =>
  ({
    title: 'Remove the package?',
    body: `${target}: ${pair}. Submissions on their way keep the documents that they were asked with.`,
    choices: { go: { words: 'Remove package', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;
