import { inflateRawSync } from 'node:zlib';
import { feedLimits } from './feed-limits.ts';
import { UnreadableFeed } from './feed-problem.ts';

type Entry = {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
};

const END_OF_DIRECTORY = 0x06_05_4b_50;
const DIRECTORY_ENTRY = 0x02_01_4b_50;
const LOCAL_HEADER = 0x04_03_4b_50;
const ENCRYPTED = 0x1;
const STORED = 0;
const DEFLATED = 8;

/**
 * Unpacks the parts of a zip archive whose names are wanted. Entries, declared sizes and ratios are checked first, and no part
 * may exceed its declared size, so a false header has no effect.
 */
export function zipParts(bytes: Uint8Array, wanted: (name: string) => boolean): ReadonlyMap<string, Uint8Array> {
  const entries = directoryOf(bytes);
  checkSizes(entries, bytes.length);
  const parts = new Map<string, Uint8Array>();
  for (const entry of entries) {
    if (!wanted(entry.name)) continue;
    if (parts.has(entry.name)) throw broken('two of its parts have one name');
    parts.set(entry.name, unpack(bytes, entry));
  }
  return parts;
}

const broken = (why: string): UnreadableFeed =>
  new UnreadableFeed('malformed', `The spreadsheet file is damaged: ${why}. Save it again as .xlsx.`);

function directoryOf(bytes: Uint8Array): readonly Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  // 0xffff means "see zip64", which no spreadsheet of an allowed size needs.
  if (count > feedLimits.zipEntries)
    throw new UnreadableFeed('too_large', `The archive has more than ${feedLimits.zipEntries.toLocaleString('en-US')} entries.`);
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let n = 0; n < count; n++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw broken('its list of parts cannot be read');
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    if ((view.getUint16(at + 8, true) & ENCRYPTED) !== 0)
      throw new UnreadableFeed('forbidden', 'The archive is protected by a password. Save it without one.');
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + (nameLength ?? 0))),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}

function endOfDirectory(view: DataView): number {
  // The record has 22 bytes and may be followed by a comment of at most 65,535 bytes.
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xff_ff); at--) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  }
  throw broken('its end is missing');
}

function checkSizes(entries: readonly Entry[], fileBytes: number): void {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > feedLimits.unpackedBytes) {
    throw new UnreadableFeed(
      'too_large',
      `Unpacked, the spreadsheet is larger than ${feedLimits.unpackedBytes / 1024 / 1024} MB. Split it.`,
    );
  }
  // Small parts of repeated text compress well; only a large total is dangerous.
  const ratio = total / Math.max(fileBytes, 1);
  if (ratio > feedLimits.zipRatio) {
    throw new UnreadableFeed(
      'too_large',
      `The archive unpacks to more than ${feedLimits.zipRatio} times its size, as an attack does.`,
    );
  }
}

function unpack(bytes: Uint8Array, { name, method, packed, size, offset }: Entry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== LOCAL_HEADER)
    throw broken(`the part ${name.slice(0, 60)} is missing`);
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const data = bytes.subarray(start, start + packed);
  if (data.length !== packed) throw broken(`the part ${name.slice(0, 60)} is cut off`);
  const content = method === STORED ? data : method === DEFLATED ? inflate(data, size) : undefined;
  if (content?.length !== size) throw broken(`the part ${name.slice(0, 60)} is not as long as it says`);
  return content;
}

function inflate(data: Uint8Array, size: number): Uint8Array | undefined {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(size, 1) });
  } catch {
    return undefined;
  }
}
