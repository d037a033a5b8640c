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

/**
 * Why a file may not go along with a submission, in words with the remedy; null if it may. `mostBytes`: the longest file that the destination
 * takes, if it says so.
 */
export function documentProblem({ name, size, head }: SentFile, mostBytes: number | null): string | null {
  const problem = sizeProblem({ name, size }, mostBytes);
  if (problem !== null) return problem;
  if (programs.some((sign) => beginsWith(head, sign))) return `“${name}” is a program. Replace it in the source by a document.`;
  const sign = signs[name.split('.').at(-1)?.toLowerCase() ?? ''];
  if (sign && !beginsWith(head, sign)) return `“${name}” is not what its name says. Replace it in the source.`;
  return null;
}

/** The same for its size alone, which is known before its bytes are read. */
export function sizeProblem({ name, size }: Omit<SentFile, 'head'>, mostBytes: number | null): string | null {
  if (size === 0) return `“${name}” is empty. Upload it again in the source.`;
  if (mostBytes === null || size <= mostBytes) return null;
  const most = Math.floor(mostBytes / 1024 / 1024);
  return `“${name}” has ${Math.ceil(size / 1024 / 1024)} MB, and the destination takes ${most} MB at most. Make it smaller in the source.`;
}
