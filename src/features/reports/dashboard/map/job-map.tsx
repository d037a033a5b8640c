import { ActionIcon, Button } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { counted } from '#src/ui/format/format.ts';
import { RowsLink } from '../board/rows-link.tsx';
import { calloutsOf } from './callouts.ts';
import { mostZoom, showing, transformOf, wholeView, zoomed } from './map-view.ts';
import { nearestIn } from './nearest.ts';
import { usePlacePath } from './place-path.ts';
import type { Measure, Place } from './places.ts';
import { plane, type Shape, stateShapes } from './state-shapes.ts';
import { type Step, stepOf } from './steps.ts';
import { useMapView } from './use-map-view.ts';

type Props = { places: readonly Place[]; measure: Measure; steps: readonly Step[]; opens: boolean };

const callouts = calloutsOf(stateShapes);
/** Smallest state, in pixels of the plane, that is labelled with its code. */
const labelSize = 40;

/** The states with their open jobs. One stop for Tab; arrow keys walk from state to state, and a tap shows a state's card first. */
export function JobMap({ places, measure, steps, opens }: Props) {
  const byCode = new Map(places.map((place) => [place.key, place]));
  const { svg, view, setView, moved, handlers } = useMapView();
  const { current, shown, setStop, setShown, stateProps } = useStateInFocus(mostOf(places, measure), moved);
  const walk = (event: KeyboardEvent) => {
    const next = nearestIn(stateShapes, current, event.key);
    if (!next) return;
    event.preventDefault();
    setView(showing(view, next.center));
    svg.current?.querySelector<SVGElement>(`[data-code="${next.code}"]`)?.focus();
  };
  const card = shown === null ? undefined : byCode.get(shown);
  return (
    <div className="job-map">
      <div className="map-frame">
        {/* biome-ignore lint/a11y/useSemanticElements: a group of links that is drawn */}
        <svg
          ref={svg}
          viewBox={`${plane.x} ${plane.y} ${plane.width} ${plane.height}`}
          role="group"
          aria-label={`Open ${measure} on a map of the United States. Arrow keys go from state to state.`}
          data-zoomed={view.scale > 1 || undefined}
          onKeyDown={walk}
          {...handlers}
        >
          <Hatch />
          <g transform={transformOf(view)}>
            {stateShapes.map(({ code, path }) => {
              const place = byCode.get(code);
              if (!place) return null;
              return (
                <StateLink
                  key={code}
                  place={place}
                  opens={opens}
                  isStop={code === current}
                  {...stateProps(code)}
                  onFocus={() => [setStop(code), setShown(code)]}
                >
                  <path d={path} data-step={stepOf(place[measure], steps)} />
                </StateLink>
              );
            })}
            <Labels shapes={stateShapes} byCode={byCode} measure={measure} scale={view.scale} />
          </g>
          {view.scale === 1 && <Callouts byCode={byCode} measure={measure} steps={steps} opens={opens} stateProps={stateProps} />}
        </svg>
        <Zoom scale={view.scale} onZoom={(factor) => setView(factor === 0 ? wholeView : zoomed(view, factor))} />
      </div>
      <p className="map-card">
        {card ? <StateFigures place={card} opens={opens} /> : 'Point at a state, or tap it, for its figures.'}
      </p>
    </div>
  );
}

/** The code of the state with the most jobs or positions; the walk by keys begins there. */
const mostOf = (places: readonly Place[], measure: Measure): string =>
  [...places].filter(({ kind }) => kind === 'state').sort((a, b) => b[measure] - a[measure])[0]?.key ?? '';

/** The state that Tab stops at, the one whose figures are shown, and what a state does with a pointer. */
function useStateInFocus(first: string, moved: { readonly current: boolean }) {
  const [stop, setStop] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [touched, setTouched] = useState(false);
  /** A tap shows the card, and a second one opens the jobs. A drag opens nothing. */
  const open = (event: MouseEvent, code: string) => {
    if (moved.current || (touched && shown !== code)) event.preventDefault();
    if (touched && !moved.current) setShown(code);
  };
  const stateProps = (code: string): StateProps => ({
    onPointerEnter: () => setShown(code),
    onPointerDown: ({ pointerType }) => setTouched(pointerType === 'touch'),
    onClick: (event) => open(event, code),
  });
  return { current: stop ?? first, shown, setStop, setShown, stateProps };
}

/** The pattern of a state without jobs. */
const Hatch = () => (
  <defs>
    <pattern id="map-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="7" height="7" className="map-hatch-ground" />
      <line x1="0" y1="0" x2="0" y2="7" className="map-hatch-line" />
    </pattern>
  </defs>
);

const figuresOf = ({ jobs, positions }: Place): string => `${counted(jobs, 'open job')}, ${counted(positions, 'position')}`;

type StateProps = {
  onPointerEnter: () => void;
  onPointerDown: (event: { pointerType: string }) => void;
  onClick: (event: MouseEvent) => void;
};

function StateLink({
  place,
  opens,
  isStop,
  children,
  ...events
}: StateProps & { place: Place; opens: boolean; isStop: boolean; onFocus: () => void; children: ReactNode }) {
  const pathOf = usePlacePath();
  const shared = {
    className: 'map-state',
    'data-code': place.key,
    tabIndex: isStop ? 0 : -1,
    'aria-label': `${place.name}: ${figuresOf(place)}`,
    ...events,
  };
  if (opens && place.jobs > 0) {
    return (
      <Link to={pathOf(place)} draggable={false} {...shared}>
        {children}
      </Link>
    );
  }
  return (
    <g role="img" {...shared}>
      {children}
    </g>
  );
}

/** Codes and figures on the states that have room for them at this zoom. */
function Labels({
  shapes,
  byCode,
  measure,
  scale,
}: {
  shapes: readonly Shape[];
  byCode: ReadonlyMap<string, Place>;
  measure: Measure;
  scale: number;
}) {
  return (
    <g className="map-labels" aria-hidden>
      {shapes.map(({ code, center: [x, y], size }) => {
        const room = size * scale;
        if (room < labelSize) return null;
        const figure = byCode.get(code)?.[measure] ?? 0;
        return (
          <text key={code} x={x} y={y} fontSize={19 / scale}>
            <tspan x={x} dy={figure > 0 && room > 56 ? '-0.1em' : '0.35em'}>
              {code}
            </tspan>
            {figure > 0 && room > 56 && (
              <tspan x={x} dy="1.1em" className="map-figure">
                {figure.toLocaleString('en-US')}
              </tspan>
            )}
          </text>
        );
      })}
    </g>
  );
}

type CalloutProps = Pick<Props, 'measure' | 'steps' | 'opens'> & {
  byCode: ReadonlyMap<string, Place>;
  stateProps: (code: string) => StateProps;
};

/** Labels with lines for the places that are too small to point at. They repeat states of the map, so only pointers reach them. */
function Callouts({ byCode, measure, steps, opens, stateProps }: CalloutProps) {
  const pathOf = usePlacePath();
  return (
    <g aria-hidden className="map-callouts">
      {callouts.map(({ code, from, at: [x, y] }) => {
        const place = byCode.get(code);
        if (!place) return null;
        const figure = place[measure];
        const label = (
          <>
            <line x1={from[0]} y1={from[1]} x2={x - 6} y2={y} className="map-line" />
            <rect x={x - 2} y={y - 14} width={100} height={28} className="map-callout-area" />
            <rect x={x} y={y - 9} width={18} height={18} rx={3} data-step={stepOf(figure, steps)} className="map-swatch" />
            <text x={x + 24} y={y + 6} fontSize={18}>
              {code} {figure > 0 && figure.toLocaleString('en-US')}
            </text>
          </>
        );
        if (!opens || place.jobs === 0) {
          return (
            <g key={code} className="map-callout" {...stateProps(code)}>
              {label}
            </g>
          );
        }
        return (
          <Link key={code} to={pathOf(place)} tabIndex={-1} draggable={false} className="map-callout" {...stateProps(code)}>
            {label}
          </Link>
        );
      })}
    </g>
  );
}

/** `onZoom` takes a factor; 0 shows the whole map. */
function Zoom({ scale, onZoom }: { scale: number; onZoom: (factor: number) => void }) {
  return (
    <div className="map-zoom">
      <ActionIcon size="md" variant="default" aria-label="Zoom in" disabled={scale >= mostZoom} onClick={() => onZoom(2)}>
        <IconPlus size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon size="md" variant="default" aria-label="Zoom out" disabled={scale <= 1} onClick={() => onZoom(0.5)}>
        <IconMinus size={16} aria-hidden />
      </ActionIcon>
      {scale > 1 && (
        <Button size="compact-xs" variant="default" onClick={() => onZoom(0)}>
          Whole map
        </Button>
      )}
    </div>
  );
}

/** What a state has. It follows the pointer, the focus or a tap. */
function StateFigures({ place, opens }: { place: Place; opens: boolean }) {
  const pathOf = usePlacePath();
  return (
    <>
      <b>{place.name}</b>{' '}
      <RowsLink to={pathOf(place)} opens={opens && place.jobs > 0}>
        {counted(place.jobs, 'open job')}
      </RowsLink>
      {` · ${counted(place.positions, 'position')}`}
    </>
  );
}
