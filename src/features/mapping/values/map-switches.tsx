import type { MapKind } from '#contract/rows/rows.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { type MapFrame, type MapView, mapViews } from './use-map-frame.ts';
import './map-switches.css';

const kindLabels = (names: FieldNames): Record<MapKind, string> => ({
  facility: names.many('facility', 'Facilities'),
  degree: names.many('degree', 'Degrees'),
  specialty: names.many('specialty', 'Specialties'),
  shift: names.many('shift', 'Shifts'),
});
const viewLabels: Record<MapView, string> = { inbox: 'Inbox', table: 'Table' };

/** Title of the screen: its one kind, or both kinds. */
export function titleOf({ kind, kinds }: Pick<MapFrame, 'kind' | 'kinds'>, names: FieldNames): string {
  const words = kindLabels(names);
  return kinds.length === 1
    ? words[kind]
    : kinds.map((each, i) => (i === 0 ? words[each] : withoutCapital(words[each]))).join(' & ');
}

/** A name inside a title. Abbreviations keep their capitals. */
const withoutCapital = (name: string): string => (/^[A-Z][a-z]/.test(name) ? name[0]?.toLowerCase() + name.slice(1) : name);

/** Switches between degrees and specialties on the screen that has both. */
export function KindSwitch({ frame: { kind, kinds, onKind } }: { frame: MapFrame }) {
  const names = useFieldNames();
  if (kinds.length === 1) return null;
  return <Switch label="What to map" values={kinds} words={kindLabels(names)} current={kind} onChange={onKind} />;
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
