import { documentProblem, type SentFile } from './document-problem.ts';

/** How a file is shown in a packet. */
export type PacketKind = 'pdf' | 'jpeg' | 'png';

const signs: readonly (readonly [PacketKind, readonly number[]])[] = [
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['png', [0x89, 0x50, 0x4e, 0x47]],
];

/**
 * How a file is shown in a packet by what it begins with, or why it is not, in words. `left`: bytes that the packet may still have; `most`: of
 * all its files, for the words.
 */
export function packetKind(
  file: SentFile,
  { left, most }: { readonly left: number; readonly most: number },
): { readonly kind: PacketKind } | { readonly why: string } {
  if (file.size > left) return { why: tooLarge(file.size, most) };
  const problem = documentProblem(file, null);
  if (problem !== null) return { why: problem };
  const found = signs.find(([, sign]) => sign.every((byte, at) => file.head[at] === byte));
  return found ? { kind: found[0] } : { why: 'It is no PDF document and no picture. Open it in the source.' };
}

/** Why a file of this many bytes is not in the packet. */
export const tooLarge = (bytes: number, most: number): string =>
  `It has ${megabytes(bytes)} MB, and all documents of a preview have ${megabytes(most)} MB at most. Open it in the source.`;

const megabytes = (bytes: number): number => Math.ceil(bytes / 1024 / 1024);

/** Why the reader of the packet did not show a file. */
export const unshownWords = {
  encrypted: 'It is protected by a password. Store it in the source without one.',
  broken: 'It cannot be read. Replace it in the source.',
  tooLong: 'It has too many pages for a preview. Open it in the source.',
} as const;
export type Unshown = keyof typeof unshownWords;
