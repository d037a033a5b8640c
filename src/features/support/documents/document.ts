import type { DocumentType, SupportDocument } from '#contract/support/documents.ts';
import { bytes } from '#src/ui/format/format.ts';

export const newDocument = (type: DocumentType): SupportDocument => ({
  id: 0,
  type,
  name: '',
  description: '',
  fileName: null,
  size: null,
  link: null,
  isSample: false,
  changedAt: '',
});

export const words = {
  1: { title: 'Documents', noun: 'document', none: 'No documents yet', later: 'The provider’s documents appear here.' },
  3: { title: 'Videos', noun: 'video', none: 'No videos yet', later: 'Videos of the provider appear here as links.' },
} as const;

/** A document as the list shows it. `where` is its size, or the site of a video. */
export type DocumentLine = SupportDocument & { readonly where: string };

export function lineOf(document: SupportDocument): DocumentLine {
  const { size, link } = document;
  return { ...document, where: link === null ? (size === null ? 'No file yet' : `PDF, ${bytes(size)}`) : siteOf(link) };
}

const siteOf = (link: string): string => (URL.canParse(link) ? new URL(link).host : link);

/** The question before a document is removed. */
export const removal = ({ name }: DocumentLine) =>
  ({
    title: `Remove ${name}?`,
    body: 'It disappears for everyone. This cannot be undone.',
    choices: { go: { words: 'Remove', tone: 'danger' }, stay: { words: 'Keep it' } },
    safe: 'stay',
  }) as const;
