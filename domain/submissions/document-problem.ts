import { fileKind } from '../attachments/file-kind.ts';

/** A file before it goes along. `head`: its first bytes, at least 8 if it has them. `size` in bytes. */
export type SentFile = { readonly name: string; readonly size: number; readonly head: Uint8Array };

/** Signs that a file of each ending begins with. */
const signs: Readonly<Record<string, readonly number[]>> = {
  pdf: [0x25, 0x50, 0x44, 0x46],
  png: [0x89, 0x50, 0x4e, 0x47],
  jpg: [0xff, 0xd8, 0xff],
  jpeg: [0xff, 0xd8, 0xff],
  docx: [0x50, 0x4b, 0x03, 0x04],
};
/** Programs of Windows, Linux and macOS, and scripts that a system runs. */
const programs: readonly (readonly number[])[] = [
  [0x4d, 0x5a],
  [0x7f, 0x45, 0x4c, 0x46],
  [0xcf, 0xfa, 0xed, 0xfe],
  [0x23, 0x21],
];

const beginsWith = (head: Uint8Array, sign: readonly number[]): boolean => sign.every((byte, at) => head[at] === byte);

/** Where a file is corrected: a document of a caregiver in the source, one that a person adds where they choose it. */
type Place = 'source' | 'here';

const remedies = {
  source: {
    empty: 'Upload it again in the source.',
    program: 'Replace it in the source by a document.',
    other: 'Replace it in the source.',
    large: 'Make it smaller in the source.',
  },
  here: {
    empty: 'Choose a file with content.',
    program: 'Choose a document.',
    other: 'Choose the document itself, or correct its name.',
    large: 'Make it smaller, then choose it again.',
  },
} as const;

/**
 * Why a file may not go along with a submission, in words with the remedy; null if it may. `mostBytes`: the longest file that the destination
 * takes, if it says so.
 */
export function documentProblem(
  { name, size, head }: SentFile,
  mostBytes: number | null,
  place: Place = 'source',
): string | null {
  const problem = sizeProblem({ name, size }, mostBytes, place);
  if (problem !== null) return problem;
  if (programs.some((sign) => beginsWith(head, sign))) return `“${name}” is a program. ${remedies[place].program}`;
  const sign = signs[name.split('.').at(-1)?.toLowerCase() ?? ''];
  if (sign && !beginsWith(head, sign)) return `“${name}” is not what its name says. ${remedies[place].other}`;
  return null;
}

/** The same for its size alone, which is known before its bytes are read. */
export function sizeProblem(
  { name, size }: Omit<SentFile, 'head'>,
  mostBytes: number | null,
  place: Place = 'source',
): string | null {
  if (size === 0) return `“${name}” is empty. ${remedies[place].empty}`;
  if (mostBytes === null || size <= mostBytes) return null;
  const most = Math.floor(mostBytes / 1024 / 1024);
  return `“${name}” has ${Math.ceil(size / 1024 / 1024)} MB, and the destination takes ${most} MB at most. ${remedies[place].large}`;
}

/**
 * Why a person may not add a file to a caregiver, in words with the remedy; null if they may. `head`: its first 2,048 bytes, if it has them.
 * Beside what a destination refuses, files that a computer runs by their name alone.
 */
export function addedFileProblem(file: SentFile, mostBytes: number): string | null {
  const problem = documentProblem(file, mostBytes, 'here');
  if (problem !== null) return problem;
  const isProgram = fileKind(file.name, file.head, () => false).isProgram === true;
  return isProgram ? `“${file.name}” is a program. ${remedies.here.program}` : null;
}
