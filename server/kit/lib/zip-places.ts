import { createRequire } from 'node:module';
import type { ZipPlace } from 'zipcodes';

let places: Readonly<Record<string, ZipPlace>> | undefined;

/**
 * Every zip code of the USA and Canada with its place: latitude and longitude in degrees, city, state. From the package `zipcodes`,
 * which is loaded at the first use: it takes half a second, and few requests need it.
 */
export function zipPlaces(): Readonly<Record<string, ZipPlace>> {
  places ??= (createRequire(import.meta.url)('zipcodes') as { codes: Record<string, ZipPlace> }).codes;
  return places;
}
