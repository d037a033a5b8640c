import { zipKey } from './zip-key.ts';

/** Where zip codes lie: keys in ascending order, and degrees in thousandths (a tenth of a mile) at the same positions. */
export type ZipPlaces = {
  readonly keys: Int32Array;
  readonly latitudes: Int32Array;
  readonly longitudes: Int32Array;
};

type Place = { readonly zip: string; readonly latitude: number | null; readonly longitude: number | null };

const parts = 1000;

/** Zip codes with their coordinates in degrees, as a table. One without coordinates, or in the sea off Africa (0, 0), is left out. */
export function zipPlacesOf(places: Iterable<Place>): ZipPlaces {
  const known: (readonly [key: number, latitude: number, longitude: number])[] = [];
  for (const { zip, latitude, longitude } of places) {
    const key = zipKey(zip);
    if (key === null || !latitude || !longitude) continue;
    known.push([key, Math.round(latitude * parts), Math.round(longitude * parts)]);
  }
  known.sort((a, b) => a[0] - b[0]);
  return {
    keys: Int32Array.from(known, ([key]) => key),
    latitudes: Int32Array.from(known, ([, latitude]) => latitude),
    longitudes: Int32Array.from(known, ([, , longitude]) => longitude),
  };
}

/** Distance in miles between two points in degrees, along the surface of the earth. */
export function milesBetween(a: readonly [number, number], b: readonly [number, number]): number {
  const [dLatitude, dLongitude] = [radians(b[0] - a[0]), radians(b[1] - a[1])];
  const h = Math.sin(dLatitude / 2) ** 2 + Math.cos(radians(a[0])) * Math.cos(radians(b[0])) * Math.sin(dLongitude / 2) ** 2;
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(h)));
}

const earthRadiusMiles = 3958.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Keys of the zip codes whose center is at most so many miles from that of `zip`, itself among them. Null for an unknown one. */
export function zipsWithin(places: ZipPlaces, zip: string, miles: number): ReadonlySet<number> | null {
  const key = zipKey(zip);
  const at = key === null ? -1 : positionOf(places.keys, key);
  if (at < 0) return null;
  const center = pointAt(places, at);
  const found = new Set<number>();
  for (let i = 0; i < places.keys.length; i++) {
    if (milesBetween(center, pointAt(places, i)) <= miles) found.add(places.keys[i] ?? 0);
  }
  return found;
}

const pointAt = ({ latitudes, longitudes }: ZipPlaces, at: number): readonly [number, number] => [
  (latitudes[at] ?? 0) / parts,
  (longitudes[at] ?? 0) / parts,
];

/** Position of a key in ascending keys, or -1. */
function positionOf(keys: Int32Array, wanted: number): number {
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((keys[middle] ?? 0) < wanted) from = middle + 1;
    else to = middle;
  }
  return keys[from] === wanted ? from : -1;
}
