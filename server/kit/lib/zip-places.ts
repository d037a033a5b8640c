import { createRequire } from 'node:module';
import type { ZipPlace } from 'zipcodes';
import { type ZipPlaces, zipPlacesOf } from '#domain/places/zip-places.ts';

let places: Readonly<Record<string, ZipPlace>> | undefined;

/**
 * Every zip code of the USA and Canada with its place: latitude and longitude in degrees, city, state. From the package `zipcodes`,
 * which is loaded at the first use: it takes half a second, and few requests need it.
 */
export function zipPlaces(): Readonly<Record<string, ZipPlace>> {
  places ??= (createRequire(import.meta.url)('zipcodes') as { codes: Record<string, ZipPlace> }).codes;
  return places;
}

let table: ZipPlaces | undefined;

/** The same as a table for distances, made at the first use. Devices have this table too. */
export function zipTable(): ZipPlaces {
  table ??= zipPlacesOf(Object.values(zipPlaces()));
  return table;
}
