/** Whole numbers in as few bytes as they need. */
export type Wholes = Uint16Array | Uint32Array;

/** Takes numbers that are not above `max`. */
export const wholesOf = (numbers: ArrayLike<number>, max: number): Wholes =>
  max <= 0xffff ? new Uint16Array(numbers) : new Uint32Array(numbers);

/** Where each code is in a list of codes: the distinct codes in ascending order, each with its places in ascending order. */
export type Postings = {
  readonly codes: Wholes;
  readonly places: Wholes;
  /** The first place of each distinct code, and after the last one the number of places. */
  readonly starts: Wholes;
};

/** `size`: codes are below it. */
export function postingsOf(list: Wholes, size: number): Postings {
  const starts = new Uint32Array(size + 1);
  for (const code of list) starts[code + 1] = (starts[code + 1] ?? 0) + 1;
  for (let code = 0; code < size; code++) starts[code + 1] = (starts[code + 1] ?? 0) + (starts[code] ?? 0);
  const next = starts.slice();
  const places = wholesOf(new Uint32Array(list.length), list.length);
  for (let at = 0; at < list.length; at++) {
    const code = list[at] ?? 0;
    const slot = next[code] ?? 0;
    next[code] = slot + 1;
    places[slot] = at;
  }
  const codes: number[] = [];
  for (let code = 0; code < size; code++) if (starts[code] !== starts[code + 1]) codes.push(code);
  const own = [...codes.map((code) => starts[code] ?? 0), list.length];
  return { codes: wholesOf(codes, size), places, starts: wholesOf(own, list.length) };
}

export const sizeOfPostings = ({ codes, places, starts }: Postings): number =>
  codes.byteLength + places.byteLength + starts.byteLength;
