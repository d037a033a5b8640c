import { Select } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { listRepostSources } from '#contract/posting/repost.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { repostTarget } from '#domain/posting/repost-target.ts';
import { pickable } from '#domain/targets/target-kinds.ts';
import { jobsPath } from '#src/entities/job/jobs-path.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { RepostDialog } from './repost-dialog.tsx';

type Line = ReplyOf<typeof listRepostSources>[number];
const col = columnsOf<Line>();

const columnsFor = (target: TargetRow, names: FieldNames) => [
  col('name', names.of('source')),
  col('openJobs', 'Open jobs', {
    align: 'end',
    sum: true,
    cell: ({ sourceId, openJobs }) =>
      openJobs === 0 ? (
        0
      ) : (
        <Link to={jobsPath(`sid:${sourceId} status:open`, target.id)}>{openJobs.toLocaleString('en-US')}</Link>
      ),
  }),
  col('postedJobs', `In ${target.name}`, { align: 'end', sum: true }),
];

/** `/adminrepostjobs`: sends the open jobs of chosen sources to a target again. */
export function Repost() {
  const { ready, rows } = useCollection('target');
  const [chosen, setChosen] = useState<number | null>(null);
  const targets = pickable(rows);
  const target = targets.find(({ id }) => id === chosen) ?? repostTarget(rows) ?? targets[0];
  if (target) return <Sources key={target.id} target={target} targets={targets} onTarget={setChosen} />;
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title="Repost jobs" />
      {ready && (
        <EmptyState kind="first-use" title="No target">
          <p>Add a target first. Jobs are reposted to it.</p>
        </EmptyState>
      )}
    </section>
  );
}

type Props = {
  readonly target: TargetRow;
  readonly targets: readonly TargetRow[];
  readonly onTarget: (id: number) => void;
};

function Sources({ target, targets, onTarget }: Props) {
  const names = useFieldNames();
  const cust = useSession().customer.id;
  const answer = useReply(listRepostSources, { cust, target: target.id });
  const list = usePagedList(answer.reply, { sort: 'name', searchIn: ['name'], sizes: pagerSizes, from: answer });
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const dialog = useEditor(RepostDialog, {});
  const check = () => {
    const sourceIds = (answer.reply ?? []).flatMap(({ sourceId }) => (selected.has(sourceId) ? [sourceId] : []));
    if (sourceIds.length === 0) {
      toast.warning({ title: messages.nothingSelected, detail: 'Select the sources whose jobs are sent again.' });
      return;
    }
    dialog.open({ targetId: target.id, target: target.name, sourceIds });
  };
  return (
    <ListPage
      title="Repost jobs"
      noun="source"
      list={list}
      dialogs={dialog.dialog}
      filters={
        targets.length > 1 && (
          <Select
            size="xs"
            className="list-filter"
            aria-label="Target"
            allowDeselect={false}
            data={targets.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(target.id)}
            onChange={(id) => id !== null && onTarget(Number(id))}
          />
        )
      }
      actions={<OnlineButton onClick={check}>Check repost…</OnlineButton>}
      firstUse={<EmptyState kind="first-use" title="No sources" />}
    >
      <DataTable
        list={list}
        label="Sources to repost"
        columns={columnsFor(target, names)}
        rowKey={({ sourceId }) => sourceId}
        selection={{ selected, onSelected: setSelected }}
      />
    </ListPage>
  );
}
