import { Navigate } from 'react-router-dom';
import type { MapKind } from '#contract/rows/rows.ts';
import { OfTarget } from '#src/entities/mapping/target-choice.tsx';
import { useGroupChoices } from '#src/entities/mapping/use-group-choices.ts';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { MappingInbox } from './inbox/mapping-inbox.tsx';
import { MappingTable } from './values/mapping-table.tsx';
import { useLinked, useMapFrame } from './values/use-map-frame.ts';

type Kinds = readonly [MapKind, ...MapKind[]];

/** `/mapfacility`: vendors' facility texts. */
export const MapFacilities = () => <MapScreen kinds={['facility']} />;

/** `/mapdegree`: vendors' degree and specialty texts. */
export const MapDegrees = () => <MapScreen kinds={['degree', 'specialty']} />;

/** `/mapshift`: vendors' shift texts. */
export const MapShifts = () => <MapScreen kinds={['shift']} />;

function MapScreen({ kinds }: { kinds: Kinds }) {
  const linked = useLinked();
  if (linked) return <Navigate to={linked} replace />;
  return <OfTarget isForTexts>{(choice) => <View kinds={kinds} choice={choice} />}</OfTarget>;
}

function View({ kinds, choice }: { kinds: Kinds; choice: TargetChoice }) {
  const frame = useMapFrame(kinds, choice);
  useGroupChoices(frame.target.id);
  const key = `${frame.kind}${frame.target.id}`;
  return frame.view === 'table' ? <MappingTable key={key} frame={frame} /> : <MappingInbox key={key} frame={frame} />;
}
