import { Navigate } from 'react-router-dom';
import type { MapKind } from '#contract/rows.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { MappingInbox } from './mapping-inbox.tsx';
import { MappingTable } from './mapping-table.tsx';
import { useLinked, useMapFrame } from './use-map-frame.ts';

/** `/mapfacility`: vendors' facility texts. */
export const MapFacilities = () => <MapScreen kinds={['facility']} />;

/** `/mapdegree`: vendors' degree and specialty texts. */
export const MapDegrees = () => <MapScreen kinds={['degree', 'specialty']} />;

/** `/mapshift`: vendors' shift texts. */
export const MapShifts = () => <MapScreen kinds={['shift']} />;

function MapScreen({ kinds }: { kinds: readonly [MapKind, ...MapKind[]] }) {
  const linked = useLinked();
  const { ready, frame } = useMapFrame(kinds);
  if (linked) return <Navigate to={linked} replace />;
  if (!ready) return <Waiting />;
  if (!frame) {
    return (
      <EmptyState kind="first-use" title="There is nothing to map to yet">
        <p>
          Connect a target under Post to, Targets: its clients, degrees, specialties and shifts are what vendors’ texts are mapped
          to.
        </p>
      </EmptyState>
    );
  }
  const key = `${frame.kind}${frame.target.id}`;
  return frame.view === 'table' ? <MappingTable key={key} frame={frame} /> : <MappingInbox key={key} frame={frame} />;
}
