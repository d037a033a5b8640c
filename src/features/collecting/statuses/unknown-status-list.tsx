import { Link } from 'react-router-dom';
import { listUnknownStatuses } from '#contract/collecting/statuses.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';

type Line = ReplyOf<typeof listUnknownStatuses>['rows'][number];

const col = columnsOf<Line>();
const columnsFor = (names: FieldNames) => [
  col('text', 'Status text'),
  col('customer', 'Customer'),
  col('source', names.of('source'), { cell: (line) => <SourceOf line={line} /> }),
  col('firstSeenAt', 'First seen', { cell: ({ firstSeenAt }) => <Ago at={firstSeenAt} /> }),
];

/** Status texts of vendors that no one knows, over all customers. */
export function UnknownStatusList() {
  const columns = columnsFor(useFieldNames());
  const cached = useReply(listUnknownStatuses, {});
  const list = usePagedList(cached.reply?.rows ?? null, {
    from: cached,
    sort: 'firstSeenAt',
    descending: true,
    searchIn: ['text', 'customer', 'source'],
    sizes: pagerSizes,
  });
  return (
    <ListPage
      title="Unknown statuses"
      noun="status text"
      list={list}
      actions={<ExportButton title="Unknown statuses" list={list} columns={columns} />}
      firstUse={
        <EmptyState kind="first-use" title="Every status is known">
          <p>Texts that vendors use for the status of a job, and that no one has explained yet, appear here.</p>
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="Unknown statuses"
        columns={columns}
        rowKey={({ customerId, source, text }) => `${customerId}/${source}/${text}`}
      />
      {cached.reply && <CutNote of={cached.reply} noun="status text" />}
    </ListPage>
  );
}

function SourceOf({ line: { source, taskId, customerId } }: { line: Line }) {
  if (taskId === null) return source;
  return <Link to={pathTo('/edittask/:id/:c?', { id: taskId, c: customerId })}>{source}</Link>;
}
