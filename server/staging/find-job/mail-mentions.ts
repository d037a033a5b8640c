/** Lines of base64, as an email carries a part that is not plain text. */
const encodedPart = /(?:^[A-Za-z0-9+/]{4,}={0,2}\r?\n?){2,}/gm;

/**
 * Whether the source of an email mentions a text, in any letter case: in its headers, in a plain part, or in a part encoded as base64.
 * Compressed attachments are not searched.
 */
export function mailMentions(bytes: Uint8Array, text: string): boolean {
  const wanted = text.toLowerCase();
  // A soft line break of quoted-printable may split the text.
  const source = Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/=\r?\n/g, '');
  if (source.toLowerCase().includes(wanted)) return true;
  for (const [part] of source.matchAll(encodedPart))
    if (Buffer.from(part, 'base64').toString('utf8').toLowerCase().includes(wanted)) return true;
  return false;
}
