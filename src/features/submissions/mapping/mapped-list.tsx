import { useState } from 'react';
import { listPairMappings, removePairMapping } from '#contract/submissions/mapping.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useSession } from '#src/entities/session/session.ts';
import { ListTools } from '#src/entities/submission/list-tools.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListBody } from '#src/ui/page/list-page.tsx';
import { DataTable } from '#src/ui/table/data-table.tsx';
import type { Between } from './between.ts';
import { betweenColumns, hasSides, sideChoices } from './between-columns.tsx';
import { pairReplies } from './pair-replies.ts';
import { type MappedLine, mappedLine } from './pairs.ts';
import { type Side, SidesDialog } from './sides-dialog.tsx';

/** The mapping of degrees and specialties from a source to a destination. */
export function MappedList({ between, since }: { between: Between; since: string | null }) {
  const cust = useSession().customer.id;
  const answer = useReply(listPairMappings, { cust, sourceId: between.source.id, targetId: between.destination.id }, { since });
  const [deleted, setDeleted] = useState<MappedLine | null>(null);
  const columns = betweenColumns<MappedLine>(between);
  const list = usePagedList(answer.reply?.map(mappedLine), {
    from: answer,
    sort: 'source',
    searchIn: ['source', 'jr', 'target'],
    filters: { sides: hasSides },
    sizes: pagerSizes,
  });
  return (
    <>
      <ListTools
        list={list}
        label="Search mappings"
        filters={<ListFilter list={list} name="sides" label="Side" choices={sideChoices} />}
      >
        <ExportButton title="Degree and specialty mapping" list={list} columns={columns} />
      </ListTools>
      <ListBody
        list={list}
        noun="mapping"
        firstUse={
          <EmptyState kind="first-use" title="No mappings yet">
            <p>Accept what is proposed, or add a mapping above.</p>
          </EmptyState>
        }
      >
        <DataTable
          list={list}
          label="Mappings"
          layoutName="Submission mappings"
          columns={columns}
          rowKey={({ key }) => key}
          nameOf={({ source: text, jr }) => text || jr}
          actions={[{ label: 'Delete…', run: setDeleted, online: true }]}
        />
      </ListBody>
      {deleted && <DeleteSides key={deleted.key} line={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

function DeleteSides({ line, onClose }: { line: MappedLine; onClose: () => void }) {
  const cust = useSession().customer.id;
  const { source, target } = line.row;
  const remove = useDo(removePairMapping, {
    args: (sides: readonly Side[]) => ({
      cust,
      sourceLinkId: sides.includes('source') ? (source?.id ?? 0) : 0,
      targetLinkId: sides.includes('target') ? (target?.id ?? 0) : 0,
    }),
    said: ({ message }) => ({ title: message }),
    failed: 'The mapping was not removed',
    refreshes: pairReplies,
  });
  return (
    <SidesDialog
      title={`Delete the mapping of ${line.source || line.jr}`}
      choices={[
        ...(source ? [{ side: 'source' as const, label: 'Source', detail: `${line.source} → ${line.jr}` }] : []),
        ...(target ? [{ side: 'target' as const, label: 'Destination', detail: `${line.jr} → ${line.target}` }] : []),
      ]}
      onDelete={remove}
      onClose={onClose}
    />
  );
}
