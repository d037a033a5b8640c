import { zipKey } from '#domain/places/zip-key.ts';
import { milesBetween, type ZipPlaces, zipPlacesOf, zipsWithin } from '#domain/places/zip-places.ts';
import { places, zipOf } from './sample-jobs.ts';

/** Where the invented facilities lie: spread evenly over the mainland, as a grid of 100 columns. */
const table: ZipPlaces = zipPlacesOf(
  Array.from({ length: places }, (_, place) => ({
    zip: zipOf(place),
    latitude: 28 + Math.floor(place / 100) * 0.4,
    longitude: -120 + (place % 100) * 0.5,
  })),
);
const points = new Map(
  Array.from(table.keys, (key, at) => [key, [(table.latitudes[at] ?? 0) / 1000, (table.longitudes[at] ?? 0) / 1000]] as const),
);

/** Our engine asks once for all zip codes of the circle. */
export const zipsNear = (zip: string, miles: number) => zipsWithin(table, zip, miles);

export type Near = { readonly zip: string; readonly miles: number };

/** What each peer tests for each row: the distance from the center, each zip code worked out once. */
export function nearTest({ zip, miles }: Near): (zip: string) => boolean {
  const center = points.get(zipKey(zip) ?? -1) ?? [0, 0];
  const known = new Map<string, boolean>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const point = points.get(zipKey(text) ?? -1);
    const isNear = point !== undefined && milesBetween([center[0] ?? 0, center[1] ?? 0], [point[0] ?? 0, point[1] ?? 0]) <= miles;
    known.set(text, isNear);
    return isNear;
  };
}
