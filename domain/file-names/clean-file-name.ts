/** Marks that turn the direction of text around or are not seen, such as those that make `gpj.exe` look like `exe.jpg`. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu;
/** Names that Windows keeps for devices. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const longestName = 120;
const longestEnding = 12;

/** The ending of a file name in lower case, without its dot; empty if it has none. */
export const endingOf = (name: string): string => /\.([a-z0-9]{1,12})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/**
 * A vendor's name of a file as one that any system can store: without folders, control characters, marks that are not seen, and signs that
 * systems refuse. At most 120 characters; its ending stays.
 */
export function cleanFileName(given: string): string {
  const last = given.replaceAll(unseen, '').split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '');
  const name = devices.test(plain) ? `_${plain}` : plain;
  if (name === '') return 'attachment';
  if (name.length <= longestName) return name;
  const ending = endingOf(name);
  const cut = ending === '' || ending.length > longestEnding ? '' : `.${ending}`;
  // A character of two units is not cut in half.
  return (
    name
      .slice(0, longestName - cut.length)
      .replace(/[\uD800-\uDBFF]$/, '')
      .replace(/[.\s]+$/, '') + cut
  );
}
