import { mostTicketFiles } from '#contract/rows/ticket.ts';
import { type FileKind, fileKind } from '#domain/attachments/file-kind.ts';

/** What a file is, by its content and its name. */
export function kindOf(name: string, bytes: Uint8Array): FileKind {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return fileKind(name, bytes, (text) => all.includes(text, 0, 'latin1'));
}

/** Why a file is not taken; null if it is. `files` is how many the ticket has. */
export function problemOf(kind: FileKind, size: number, files: number): string | null {
  if (size === 0) return 'It is empty. Choose a file with content.';
  if (kind.isProgram) return 'It is a program by its content or its name. Choose a document, an image or a table.';
  if (files >= mostTicketFiles) return `A ticket has at most ${mostTicketFiles} files. Send it with a new ticket.`;
  return null;
}
