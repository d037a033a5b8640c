/** The number after `--name` in a bench's arguments, or `otherwise`. Throws when it is not an integer above zero. */
export function sizeOf(argv: readonly string[], name: string, otherwise: number): number {
  const at = argv.indexOf(`--${name}`);
  if (at < 0) return otherwise;
  const size = Number(argv[at + 1]);
  if (!Number.isSafeInteger(size) || size < 1) throw new Error(`--${name} takes a number of at least 1`);
  return size;
}
