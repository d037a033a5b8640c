import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { RowsLink } from '../board/rows-link.tsx';
import { usePlacePath } from './place-path.ts';
import type { Measure, Place } from './places.ts';

type Props = { places: readonly Place[]; measure: Measure; opens: boolean };

/** Places with open jobs, most first: the same figures as on the map and its tiles. */
export function PlaceTable({ places, measure, opens }: Props) {
  const pathOf = usePlacePath();
  const names = useFieldNames();
  const rows = inOrder(places, measure);
  const most = Math.max(1, ...rows.map((place) => place[measure]));
  return (
    <table className="place-table">
      <thead>
        <tr>
          <th scope="col">{names.of('state')}</th>
          <th aria-hidden />
          <th scope="col">Open jobs</th>
          <th scope="col">{names.of('positions', 'Positions')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((place) => (
          <tr key={place.key}>
            <th scope="row">{place.name}</th>
            <td className="bar-track-cell" aria-hidden>
              <span className="bar-track">
                <span style={{ width: `${(place[measure] / most) * 100}%` }} />
              </span>
            </td>
            <td>
              <RowsLink to={pathOf(place)} opens={opens}>
                {place.jobs.toLocaleString('en-US')}
              </RowsLink>
            </td>
            <td>{place.positions.toLocaleString('en-US')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The map as a table for people who do not see it. The states of the map are the links. */
export function PlaceTwin({ places, measure }: Omit<Props, 'opens'>) {
  const names = useFieldNames();
  return (
    <table className="visually-hidden">
      <caption>Open jobs by state</caption>
      <thead>
        <tr>
          <th scope="col">{names.of('state')}</th>
          <th scope="col">Open jobs</th>
          <th scope="col">{names.of('positions', 'Positions')}</th>
        </tr>
      </thead>
      <tbody>
        {inOrder(places, measure).map(({ key, name, jobs, positions }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{jobs}</td>
            <td>{positions}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const inOrder = (places: readonly Place[], measure: Measure): readonly Place[] =>
  places.filter(({ jobs }) => jobs > 0).sort((a, b) => b[measure] - a[measure] || (a.name < b.name ? -1 : 1));
