/** Files above this size take most of the time, and smaller ones meet the same guards. */
const mostBytes = 2_000_000;

/** What a run reads of a corpus: all of it in the long form, else the files of up to 2 MB. */
export const inThisRun = <F extends { readonly bytes: () => Uint8Array }>(corpus: readonly F[]): readonly F[] =>
  process.env['HOSTILE_FILES'] === 'all' ? corpus : corpus.filter(({ bytes }) => bytes().length <= mostBytes);
