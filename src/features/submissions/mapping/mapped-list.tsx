import { useState } from 'react';
import { useChanges } from '#src/entities/change/use-changes.ts';
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
import type { HeldPairs } from './held-pairs.ts';
import { type MappedLine, mappedLine, removedStep } from './pairs.ts';
import { type Side, SidesDialog } from './sides-dialog.tsx';

/** The mapping of degrees and specialties from a source to a destination. */
export function MappedList({ between, held }: { between: Between; held: HeldPairs }) {
  const [deleted, setDeleted] = useState<MappedLine | null>(null);
  const columns = betweenColumns<MappedLine>(between);
  const list = usePagedList(held.rows.map(mappedLine), {
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
          actions={[{ label: 'Delete…', run: setDeleted }]}
        />
      </ListBody>
      {deleted && <DeleteSides key={deleted.key} line={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

function DeleteSides({ line, onClose }: { line: MappedLine; onClose: () => void }) {
  const changes = useChanges();
  const { source, target } = line.row;
  const remove = async (sides: readonly Side[]) => {
    const steps = sides.flatMap((side) => line.row[side] ?? []);
    const { done } = await changes.makeTogether(steps.map(removedStep), () => `Mapping of ${line.source || line.jr} deleted`);
    return done.length > 0;
  };
  return (
    <SidesDialog
      title={`Delete the mapping of ${line.source || line.jr}`}
      choices={[
        ...(source ? [{ side: 'source' as const, label: 'Source', detail: `${line.source} → ${line.jr}` }] : []),
        ...(target ? [{ side: 'target' as const, label: 'Destination', detail: `${line.jr} → ${line.target}` }] : []),
      ]}
      worksOffline
      onDelete={remove}
      onClose={onClose}
    />
  );
}
