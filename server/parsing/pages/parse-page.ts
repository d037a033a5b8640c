import { selectAll } from 'css-select';
import { DomHandler, Parser } from 'htmlparser2';
import { UnreadableFeed } from '../files/feed-problem.ts';
import { pageLimits } from '../files/page-limits.ts';

export type PageNode = DomHandler['dom'][number];
export type PageElement = Extract<PageNode, { readonly attribs: unknown }>;

/** Builds a page's tree within limits, so that hostile HTML ends early. Comments are left out. */
class LimitedHandler extends DomHandler {
  #nodes = 0;

  override addNode(node: PageNode): void {
    this.#nodes += 1 + (isElement(node) ? Object.keys(node.attribs).length : 0);
    if (this.#nodes > pageLimits.nodes)
      throw tooLarge(`It has more than ${pageLimits.nodes.toLocaleString('en-US')} elements, texts and attributes.`);
    if (this.tagStack.length > pageLimits.depth) throw tooLarge(`It is nested deeper than ${pageLimits.depth} levels.`);
    super.addNode(node);
  }
  override oncomment(): void {
    // Without a node, nothing ends: the text around a comment is one.
  }
  override oncommentend(): void {
    // See above.
  }
}

const tooLarge = (why: string): UnreadableFeed => new UnreadableFeed('too_large', `The page is too large to read. ${why}`);

/** Parses HTML as browsers do, without running or loading anything. */
export function parsePage(html: string): readonly PageNode[] {
  const handler = new LimitedHandler();
  new Parser(handler).end(html);
  return handler.dom;
}

export type PageText = Extract<PageNode, { readonly nodeType: 3 }>;

export const isText = (node: PageNode): node is PageText => node.nodeType === 3;
export const isElement = (node: PageNode): node is PageElement => 'attribs' in node;

/** The elements that a selector finds below the given nodes, in the order of the page. */
export function find(selector: string, within: PageElement | readonly PageNode[]): PageElement[] {
  const nodes: PageNode[] = 'attribs' in within ? within.children : [...within];
  return selectAll<PageNode, PageElement>(selector, nodes);
}
