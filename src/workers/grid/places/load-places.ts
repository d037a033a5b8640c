import { unpackPlaces } from '#domain/places/pack-places.ts';
import type { ZipPlaces } from '#domain/places/zip-places.ts';

/** The file with the table of zip codes, which the build makes. Its name changes with its content. */
const file: string = import.meta.env.VITE_ZIP_PLACES;
const cacheName = 'zip-places';

/**
 * The table of zip codes: from this device if it was ever fetched here, else from the service. It holds no data of customers, so it
 * stays when somebody signs out. Fails without a connection if it was never fetched.
 */
export async function loadPlaces(): Promise<ZipPlaces> {
  // No cache in a private window of some browsers: the table is then fetched once per visit.
  const cache = await caches.open(cacheName).catch(() => null);
  const kept = await cache?.match(file);
  const answer = kept ?? (await fetch(file));
  if (!answer.ok) throw new Error(`the table of zip codes was answered with ${answer.status}`);
  if (cache && !kept) {
    for (const older of await cache.keys()) await cache.delete(older);
    await cache.put(file, answer.clone()).catch(() => undefined); // ignore: no space; it is fetched again next time
  }
  return unpackPlaces(new Uint8Array(await answer.arrayBuffer()));
}
