/** A node of the Atlassian Document Format, as far as Jobdock reads it. */
export type AdfNode = {
  readonly type: string;
  readonly text?: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }[];
  readonly content?: readonly AdfNode[];
};

/** A whole document. */
export type AdfDoc = AdfNode & { readonly type: 'doc'; readonly version: 1; readonly content: readonly AdfNode[] };

/**
 * Plain text as a document: an empty line ends a paragraph, another line break is a hard break. `textOf` gives the same text back.
 * Source: developer.atlassian.com, Atlassian Document Format; a text node must not be empty.
 */
export const adfOf = (text: string): AdfDoc => ({
  type: 'doc',
  version: 1,
  content: withPlainBreaks(text).split('\n\n').map(paragraphOf),
});

/** Line breaks of other systems as `\n`. */
export const withPlainBreaks = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

function paragraphOf(text: string): AdfNode {
  const content = text
    .split('\n')
    .flatMap((line, at): AdfNode[] => [
      ...(at > 0 ? [{ type: 'hardBreak' }] : []),
      ...(line === '' ? [] : [{ type: 'text', text: line }]),
    ]);
  return { type: 'paragraph', content };
}

/** Most characters of a description or a comment in Jira, counted on the document as it is sent, which is the strictest reading. */
export const mostJiraCharacters = 32_767;

/**
 * A document of at most `mostJiraCharacters`. A longer text is cut and ends with `note`, which says where the whole text is; `isCut` then
 * asks the caller to attach it.
 */
export function fittedAdf(text: string, note: string): { readonly doc: AdfDoc; readonly isCut: boolean } {
  const whole = adfOf(text);
  if (fits(whole)) return { doc: whole, isCut: false };
  let [least, most] = [0, text.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(adfOf(cutTo(text, middle, note)))) least = middle;
    else most = middle - 1;
  }
  return { doc: adfOf(cutTo(text, least, note)), isCut: true };
}

const fits = (doc: AdfDoc): boolean => JSON.stringify(doc).length <= mostJiraCharacters;

/** A character of two parts is not cut between them. */
const cutTo = (text: string, characters: number, note: string): string =>
  `${text.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '')}…\n\n${note}`;
