import type { MapKind } from '#contract/rows/rows.ts';
import { type MapFrame, type MapView, mapViews } from './use-map-frame.ts';
import './map-switches.css';

const kindLabels: Record<MapKind, string> = {
  facility: 'Facilities',
  degree: 'Degrees',
  specialty: 'Specialties',
  shift: 'Shifts',
};
const viewLabels: Record<MapView, string> = { inbox: 'Inbox', table: 'Table' };

/** Title of the screen: its one kind, or both kinds. */
export const titleOf = ({ kind, kinds }: Pick<MapFrame, 'kind' | 'kinds'>) =>
  kinds.length === 1 ? kindLabels[kind] : 'Degrees & specialties';

/** Switches between degrees and specialties on the screen that has both. */
export function KindSwitch({ frame: { kind, kinds, onKind } }: { frame: MapFrame }) {
  if (kinds.length === 1) return null;
  return <Switch label="What to map" values={kinds} words={kindLabels} current={kind} onChange={onKind} />;
}

/** Inbox | Table. */
export const ViewSwitch = ({ frame: { view, onView } }: { frame: MapFrame }) => (
  <Switch label="View" values={mapViews} words={viewLabels} current={view} onChange={onView} />
);

type SwitchProps<V extends string> = {
  label: string;
  values: readonly V[];
  words: Record<V, string>;
  current: V;
  onChange: (value: V) => void;
};

function Switch<V extends string>({ label, values, words, current, onChange }: SwitchProps<V>) {
  return (
    <div className="map-switch" role="group" aria-label={label}>
      {values.map((value) => (
        <button key={value} type="button" aria-pressed={value === current} onClick={() => onChange(value)}>
          {words[value]}
        </button>
      ))}
    </div>
  );
}
