import { geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'us-atlas/states-albers-10m.json';
import { stateCode } from '#domain/parsing/states.ts';

export type Point = readonly [x: number, y: number];

/** One state in the plane of the map. */
export type Shape = {
  readonly code: string;
  readonly path: string;
  readonly center: Point;
  /** Width and height of what encloses it; the smaller one. */
  readonly size: number;
};

/** The plane of the map. The states end at x = 958; callouts stand to their right. */
export const plane = { x: -60, y: 8, width: 1160, height: 604 } as const;

type States = Topology<{ states: GeometryCollection<{ name: string }> }>;

/** The fifty states and the District of Columbia, larger ones first, so that none covers a smaller one. */
export const stateShapes: readonly Shape[] = shapes(atlas as unknown as States);

function shapes(topology: States): readonly Shape[] {
  const states = feature(topology, topology.objects.states);
  // The atlas is projected already.
  const draw = geoPath();
  return states.features
    .flatMap((one) => {
      const code = stateCode(one.properties.name);
      const path = draw(one);
      if (code === undefined || path === null) return [];
      const [[left, top], [right, bottom]] = draw.bounds(one);
      const center = draw.centroid(one);
      return [{ code, path, center, size: Math.min(right - left, bottom - top) }];
    })
    .sort((a, b) => b.size - a.size);
}
