/** A file that goes with an email. */
export type MailAttachment = { readonly name: string; readonly type: string; readonly content: Uint8Array };

type MailContent = { readonly html?: string; readonly attachments?: readonly MailAttachment[] };

/** Most bytes of the HTML and the attachments of one email together. As base64 in an email they are about 7 MB. */
export const mostMailBytes = 5_000_000;

/**
 * Checks what goes with the text of an email. Throws an error that names what is wrong: more than `mostMailBytes` together, a name of
 * a file with a line break or a path, or a type that is no media type. Who has larger files sends a link in their place.
 */
export function checkContent({ html = '', attachments = [] }: MailContent): void {
  for (const { name, type } of attachments) {
    if (!/^[^/\\\p{Cc}\u2028\u2029]{1,200}$/u.test(name))
      throw new Error(`attachments: the name ${JSON.stringify(name)} must have 1 to 200 characters, and no line break, / or \\`);
    if (!/^[a-z\d][\w.+-]{0,99}\/[a-z\d][\w.+-]{0,99}(; ?charset=[\w-]{1,40})?$/i.test(type))
      throw new Error(`attachments: the type ${JSON.stringify(type)} of ${name} is no media type; write one such as text/csv`);
  }
  const bytes = attachments.reduce((sum, { content }) => sum + content.byteLength, Buffer.byteLength(html));
  if (bytes > mostMailBytes)
    throw new Error(
      `attachments: HTML and attachments have ${bytes} bytes, an email takes at most ${mostMailBytes}; send a link in their place`,
    );
}

/** The text of an email for others than its recipient: a link in it may let its reader act as that person. */
export const withoutLinks = (text: string): string => text.replaceAll(/https?:\/\/\S+/gi, '(link removed)');

/** The same for the HTML of an email: without the addresses in its attributes and in what is read. */
export const withoutHtmlLinks = (html: string): string =>
  html
    .replaceAll(/\s(?:href|src|srcset|action|background)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '')
    .replaceAll(/https?:\/\/[^\s"'<>]+/gi, '(link removed)');
