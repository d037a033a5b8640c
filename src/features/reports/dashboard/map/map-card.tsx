import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense } from 'react';
import * as z from 'zod';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { localSetting, useSetting } from '#src/ui/local-setting.ts';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { BoardCard } from '../board/board-card.tsx';
import { NoJobs } from '../board/no-jobs.tsx';
import { RowsLink } from '../board/rows-link.tsx';
import { usePlacePath } from './place-path.ts';
import { PlaceTable, PlaceTwin } from './place-table.tsx';
import { type Measure, type Place, tilesOf } from './places.ts';
import { type Step, stepsOf } from './steps.ts';
import './map.css';

const JobMap = lazy(() => import('./job-map.tsx').then((m) => ({ default: m.JobMap })));

const chosen = localSetting(
  'dashboard-map',
  z.object({ view: z.enum(['map', 'list']), measure: z.enum(['jobs', 'positions']) }),
  { view: 'map', measure: 'jobs' },
);

/** Open jobs or positions by state. Map and tiles together are all open jobs. */
export function MapCard({ places, total }: { places: readonly Place[]; total: number }) {
  const opens = useSession().may('staging.read');
  const [{ view, measure }, setChosen] = useSetting(chosen);
  const names = useFieldNames();
  const positions = places.reduce((sum, place) => sum + place.positions, 0);
  const note =
    measure === 'jobs' ? counted(total, 'open job') : `${counted(positions, 'position')} in ${counted(total, 'open job')}`;
  if (total === 0) {
    return (
      <BoardCard id="states" title="Open jobs by state" note={note}>
        <NoJobs />
      </BoardCard>
    );
  }
  return (
    <BoardCard id="states" title="Open jobs by state" note={note}>
      <div className="map-choices">
        <SegmentedControl
          size="xs"
          aria-label="Count"
          data={[
            { value: 'jobs', label: 'Jobs' },
            { value: 'positions', label: names.of('positions', 'Positions') },
          ]}
          value={measure}
          onChange={(value) => setChosen({ view, measure: value })}
        />
        <SegmentedControl
          size="xs"
          aria-label="Show as"
          data={[
            { value: 'map', label: 'Map' },
            { value: 'list', label: 'List' },
          ]}
          value={view}
          onChange={(value) => setChosen({ view: value, measure })}
        />
      </div>
      {view === 'list' ? (
        <PlaceTable places={places} measure={measure} opens={opens} />
      ) : (
        <MapOfPlaces places={places} measure={measure} opens={opens} />
      )}
    </BoardCard>
  );
}

function MapOfPlaces({ places, measure, opens }: { places: readonly Place[]; measure: Measure; opens: boolean }) {
  const pathOf = usePlacePath();
  const steps = stepsOf(places.flatMap((place) => (place.kind === 'state' ? [place[measure]] : [])));
  const tiles = tilesOf(places, measure);
  return (
    <>
      <div className="job-map-room">
        <Suspense fallback={<Waiting rows={6} label="Drawing the map" />}>
          <JobMap places={places} measure={measure} steps={steps} opens={opens} />
        </Suspense>
      </div>
      <Legend steps={steps} />
      {tiles.length > 0 && (
        <ul className="map-tiles" aria-label="Not on the map">
          {tiles.map((place) => (
            <li key={place.key}>
              <RowsLink to={pathOf(place)} opens={opens} className="map-tile">
                <b>{place[measure].toLocaleString('en-US')}</b> {place.name}
              </RowsLink>
            </li>
          ))}
        </ul>
      )}
      <PlaceTwin places={places} measure={measure} />
    </>
  );
}

/** What the colors mean, from fewer to more. */
const Legend = ({ steps }: { steps: readonly Step[] }) => (
  <ul className="map-legend" aria-label="Colors of the map">
    <li>
      <span className="map-legend-none" aria-hidden /> None
    </li>
    {steps.map(({ step, from, to }) => (
      <li key={step}>
        <span data-step={step} aria-hidden />{' '}
        {from === to ? from.toLocaleString('en-US') : `${from.toLocaleString('en-US')}–${to.toLocaleString('en-US')}`}
      </li>
    ))}
  </ul>
);
