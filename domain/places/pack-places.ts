import type { ZipPlaces } from './zip-places.ts';

/** Changes whenever the format of the packed table changes, so that a stored file of another format is never read. */
export const packedPlacesFormat = 1;

/** The table in few bytes: its length, then each column as the differences of neighbors, seven bits to a byte. */
export function packPlaces({ keys, latitudes, longitudes }: ZipPlaces): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  write(bytes, keys.length);
  for (const column of [keys, latitudes, longitudes]) {
    let before = 0;
    for (const value of column) {
      write(bytes, value - before);
      before = value;
    }
  }
  return Uint8Array.from(bytes);
}

/** The table of packed bytes. Throws if the bytes end early. */
export function unpackPlaces(bytes: Uint8Array): ZipPlaces {
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error('the table of zip codes is not whole');
      value += (byte & 127) * factor;
      if (byte < 128) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }
  };
  const length = next();
  const column = (): Int32Array => {
    const values = new Int32Array(length);
    let value = 0;
    for (let i = 0; i < length; i++) {
      value += next();
      values[i] = value;
    }
    return values;
  };
  return { keys: column(), latitudes: column(), longitudes: column() };
}

function write(bytes: number[], value: number): void {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}
