import { andInto, type Bitmap, countBits, invert, keepBits, orInto } from './bitmap.ts';

/** A test of all rows, ready to run. Valid until a row changes. */
export type Scan = {
  /** About which part of the rows passes, from 0 to 1; 0 only if surely none does. */
  readonly share: number;
  /** Sets the bit of each row that passes and clears the others. */
  mark(out: Bitmap): void;
  /** Clears the bits of rows that do not pass. */
  narrow(bits: Bitmap): void;
};

const SAMPLE = 256;
/** The share of tests that pass seldom or never in a sample. */
const RARE = 1 / 1024;

/** About which part of the rows passes. `passes` is called for some rows, spread evenly. */
export function shareOf(rows: number, passes: (row: number) => boolean): number {
  const step = Math.max(1, rows / SAMPLE);
  let [looked, passed] = [0, 0];
  for (let at = 0; at < rows; at += step, looked++) if (passes(Math.floor(at))) passed++;
  return Math.max(RARE, passed / Math.max(looked, 1));
}

/** `keep` clears the bits of rows that do not pass, one row after another: faster than `mark` where few bits are set. */
export function scanOf(share: number, mark: (out: Bitmap) => void, keep: (bits: Bitmap) => void): Scan {
  const narrow = (bits: Bitmap) => {
    if (isSparse(bits)) return keep(bits);
    const own: Bitmap = new Uint32Array(bits.length);
    mark(own);
    andInto(bits, own);
  };
  return { share, mark, narrow };
}

/** Whether at most a quarter of the rows is left, so that testing each of them is faster than marking all rows. */
const isSparse = (bits: Bitmap): boolean => countBits(bits) < bits.length * 8;

/** A scan that can only ask for one row after another. */
export function scanOfRows(test: (row: number) => boolean): Scan {
  const mark = (out: Bitmap) => {
    for (let w = 0, row = 0; w < out.length; w++) {
      let bits = 0;
      for (let b = 0; b < 32; b++, row++) bits |= (test(row) ? 1 : 0) << b;
      out[w] = bits;
    }
  };
  return scanOf(1, mark, (bits) => keepBits(bits, test));
}

/** A scan that no row passes. */
export const noRow: Scan = { share: 0, mark: (out) => void out.fill(0), narrow: (bits) => void bits.fill(0) };

/** Rows that pass every scan. The one that passes the fewest rows goes first; the others look at what it left. */
export function everyOf(scans: readonly Scan[]): Scan {
  const [first, ...others] = scans.toSorted((a, b) => a.share - b.share);
  if (!first) return { share: 1, mark: (out) => void out.fill(0xffff_ffff), narrow: () => undefined };
  if (first.share === 0) return noRow;
  if (others.length === 0) return first;
  const narrow = (bits: Bitmap) => {
    for (const other of others) other.narrow(bits);
  };
  return {
    share: scans.reduce((share, scan) => share * scan.share, 1),
    mark(out) {
      first.mark(out);
      narrow(out);
    },
    narrow(bits) {
      first.narrow(bits);
      narrow(bits);
    },
  };
}

/** Rows that pass one of the scans. */
export function someOf(scans: readonly Scan[]): Scan {
  const hopeful = scans.filter((scan) => scan.share > 0);
  const [only] = hopeful;
  if (!only) return noRow;
  if (hopeful.length === 1) return only;
  const united = (out: Bitmap, run: (scan: Scan, own: Bitmap) => void) => {
    const found: Bitmap = new Uint32Array(out.length);
    for (const scan of hopeful) {
      const own = out.slice();
      run(scan, own);
      orInto(found, own);
    }
    out.set(found);
  };
  return {
    share: Math.min(
      1,
      hopeful.reduce((share, scan) => share + scan.share, 0),
    ),
    mark: (out) => united(out, (scan, own) => scan.mark(own)),
    narrow: (bits) => united(bits, (scan, own) => scan.narrow(own)),
  };
}

/** Rows that do not pass the scan. */
export function noneOf(scan: Scan): Scan {
  return {
    share: Math.max(RARE, 1 - scan.share),
    mark(out) {
      scan.mark(out);
      invert(out);
    },
    narrow(bits) {
      const passed = bits.slice();
      scan.narrow(passed);
      for (let w = 0; w < bits.length; w++) bits[w] = (bits[w] ?? 0) & ~(passed[w] ?? 0);
    },
  };
}
