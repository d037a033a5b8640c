import PostalMime from 'postal-mime';

/** A mail as it arrived. */
export type ReceivedMail = {
  readonly from: string;
  /** The recipients that the sender named to the mail server. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Null for a mail of plain text alone. */
  readonly html: string | null;
  readonly attachments: readonly ReceivedFile[];
};

/** A file that came with a mail. */
export type ReceivedFile = { readonly name: string; readonly type: string; readonly content: Uint8Array };

type Envelope = { readonly from: string; readonly to: readonly string[] };

/** Reads a message (RFC 5322) with its HTML and its files. */
export async function readMail(envelope: Envelope, message: Buffer): Promise<ReceivedMail> {
  const { subject = '', text = '', html, attachments } = await PostalMime.parse(message, { attachmentEncoding: 'arraybuffer' });
  return {
    ...envelope,
    subject,
    text,
    html: html ?? null,
    attachments: attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? 'file',
      type: mimeType,
      content: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
    })),
  };
}
