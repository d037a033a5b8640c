import { UnreadableFeed } from '../files/feed-problem.ts';
import { pageLimits } from '../files/page-limits.ts';
import { isElement, isText, type PageElement, type PageNode } from './parse-page.ts';

/** Elements whose text people do not see. */
const unseen = new Set(['script', 'style', 'template', 'noscript']);
/** Elements that begin a line. */
const lines = new Set(
  'address article aside blockquote br dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
);

/** The text of nodes as people see it: at most `most` characters, blanks collapsed, one line per block. Not recursive, as pages may be deep. */
export function textOf(nodes: readonly PageNode[], most: number = pageLimits.valueLength): string {
  const parts: string[] = [];
  let length = 0;
  const stack: (PageNode | '\n')[] = [...nodes].reverse();
  for (let node = stack.pop(); node !== undefined && length < most; node = stack.pop()) {
    if (node === '\n') parts.push(node);
    else if (isText(node)) {
      // Line breaks of the source are blanks; only elements break lines.
      parts.push(node.data.slice(0, most).replaceAll(/\s+/g, ' '));
      length += node.data.length;
    } else if (isElement(node) && !unseen.has(node.name)) {
      const ends = lines.has(node.name);
      if (ends) stack.push('\n');
      for (const child of node.children.toReversed()) stack.push(child);
      if (ends) stack.push('\n');
    }
  }
  return tidy(parts.join('').slice(0, most));
}

/** Collapses blanks and empty lines. Databases refuse zero characters and lone surrogates. */
const tidy = (text: string): string =>
  text
    .replaceAll(/\0|\p{Cs}/gu, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n\s*/g, '\n')
    .trim();

/** The text of an element, or of one of its attributes. */
export function valueOf(element: PageElement, attribute: string | undefined): string {
  if (attribute === undefined) return textOf([element]);
  const value = Object.hasOwn(element.attribs, attribute) ? element.attribs[attribute] : undefined;
  return tidy((value ?? '').slice(0, pageLimits.valueLength));
}

/** Counts the characters that a reading gives. Throws beyond the limit. */
export function characterBudget() {
  let used = 0;
  return (text: string): string => {
    used += text.length;
    if (used > pageLimits.totalLength)
      throw new UnreadableFeed('too_large', 'The page gives more text than is read. Choose selectors that find less.');
    return text;
  };
}
