/** Files above this size take most of the time, and smaller ones meet the same guards. */
const mostBytes = 2_000_000;

/** Each file is read in a process of its own, which takes about a second to start. */
const every = 3;

/** What a run reads of a corpus: all of it in the long form, else every third of the files of up to 2 MB. */
export const inThisRun = <F extends { readonly bytes: () => Uint8Array }>(corpus: readonly F[]): readonly F[] =>
  process.env['HOSTILE_FILES'] === 'all'
    ? corpus
    : corpus.filter(({ bytes }) => bytes().length <= mostBytes).filter((_, n) => n % every === 0);
