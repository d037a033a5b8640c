import { Button } from '@mantine/core';
import { useState } from 'react';
import { FacilityAdd } from '#src/entities/facility-add/facility-add.tsx';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { effectOf, effectText } from '#src/entities/mapping/effect.ts';
import { mapColumns } from '#src/entities/mapping/map-columns.tsx';
import { MapFilters } from '#src/entities/mapping/map-filters.tsx';
import { TargetPick } from '#src/entities/mapping/target-choice.tsx';
import { useMapTable } from '#src/entities/mapping/use-map-table.ts';
import { useSession } from '#src/entities/session/session.ts';
import { BulkBar } from '#src/ui/grid/bulk-bar.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { DataTable } from '#src/ui/table/data-table.tsx';
import type { MapTableRow } from '#src/workers/grid/map-table.ts';
import { AutoMap } from './auto-map.tsx';
import { MapFound } from './map-found.tsx';
import { MapRowActions } from './map-row-actions.tsx';
import { KindSwitch, titleOf, ViewSwitch } from './map-switches.tsx';
import { type MapActions, useMapActions } from './use-map-actions.tsx';
import type { MapFrame } from './use-map-frame.ts';
import '#src/ui/grid/grid.css';
import './mapping-table.css';

const placeSizes = [10, 20, 50, 100, 500, 1000];
const shiftSizes = [10, 20, 50, 100, 150, 200];
/** Vendor texts of one kind as a table, with filters, order and pages as documented. Users can map several at a time. */
export function MappingTable({ frame }: { frame: MapFrame }) {
  const { kind, target, page } = frame;
  const list = useMapTable({
    kind,
    targetId: target.id,
    sizes: kind === 'shift' ? shiftSizes : placeSizes,
    firstPage: page,
    sort: kind === 'specialty' ? 'within' : kind === 'facility' ? 'openJobs' : 'text',
  });
  const [chosen, setChosen] = useState<ReadonlySet<string | number>>(new Set());
  const actions = useMapActions(frame);
  // Actions skip selected rows that are no longer on the page.
  const rows = list.rows.filter((row) => chosen.has(row.id));
  const names = useFieldNames();
  if (list.failed) return <NotRead />;
  return (
    <div className="map-table">
      <ListPage
        title={titleOf(frame, names)}
        noun="text"
        list={list}
        actions={
          <>
            {kind === 'facility' && <AddFacility frame={frame} />}
            <AutoMap frame={frame} />
            <TargetPick choice={frame.choice} />
            <ViewSwitch frame={frame} />
          </>
        }
        filters={
          <>
            <KindSwitch frame={frame} />
            <MapFilters list={list} />
            <MapFound frame={frame} list={list} />
          </>
        }
        firstUse={nothingYet}
      >
        <DataTable
          list={list}
          label="Values"
          columns={mapColumns(kind, target, names)}
          rowKey={(row) => row.id}
          control={(row) => actionsOf(row, actions)}
          selection={{ selected: chosen, onSelected: setChosen }}
          nameOf={({ text }) => text}
        />
      </ListPage>
      <BulkBar
        selected={rows.length}
        hidden={0}
        note={rows.length > 0 ? effectText(effectOf(rows)) : null}
        actions={actions.forRows(rows)}
        onAction={(key) => void actions.act(key, rows).then((done) => done && setChosen(new Set()))}
        onClear={() => setChosen(new Set())}
      />
      {actions.picker}
    </div>
  );
}

const nothingYet = (
  <EmptyState kind="first-use" title="No values yet">
    <p>Values arrive with vendors’ jobs. Each distinct value is listed once.</p>
  </EmptyState>
);

function AddFacility({ frame: { target } }: { frame: MapFrame }) {
  const [open, setOpen] = useState(false);
  const { may } = useSession();
  if (!may('map.facility')) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Add facility
      </Button>
      {open && <FacilityAdd target={target} value={null} onAdded={() => undefined} onClose={() => setOpen(false)} />}
    </>
  );
}

const actionsOf = (row: MapTableRow, actions: MapActions) => <MapRowActions row={row} actions={actions} />;

const NotRead = () => (
  <EmptyState kind="no-data" title="Mappings could not be loaded">
    <p>They are safe on this device.</p>
    <Button onClick={() => window.location.reload()}>Reload the page</Button>
  </EmptyState>
);
