import { useSearchParams } from 'react-router-dom';
import { MapKind } from '#contract/rows.ts';
import { MappingInbox } from './mapping-inbox.tsx';

const stay = () => undefined;

/** `/mapfacility`: vendors' facility texts. */
export const MapFacilities = () => <MappingInbox kind="facility" kinds={['facility']} onKind={stay} />;

/** `/mapshift`: vendors' shift texts. */
export const MapShifts = () => <MappingInbox kind="shift" kinds={['shift']} onKind={stay} />;

/** `/mapdegree`: vendors' degree and specialty texts. */
export function MapDegrees() {
  const [params, setParams] = useSearchParams();
  const kind = MapKind.extract(['degree', 'specialty']).catch('degree').parse(params.get('kind'));
  return (
    <MappingInbox kind={kind} kinds={['degree', 'specialty']} onKind={(next) => setParams({ kind: next }, { replace: true })} />
  );
}
