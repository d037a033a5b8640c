/**
 * The two parts of a field that holds two values, split at its first colon: systems that sign in with a client and a user have four values,
 * and a submission target has one field for names and one for secrets. Without a colon the first part is empty.
 */
export function pairOf(text: string): readonly [client: string, user: string] {
  const at = text.indexOf(':');
  return at < 0 ? ['', text] : [text.slice(0, at), text.slice(at + 1)];
}
