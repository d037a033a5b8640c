import { selectAll } from 'css-select';
import { DomUtils, parseDocument } from 'htmlparser2';

export type HtmlTree = ReturnType<typeof parseDocument>;
export type HtmlNode = HtmlTree['children'][number];
export type HtmlElement = Extract<HtmlNode, { readonly attribs: object }>;

export const isElement = (node: HtmlNode): node is HtmlElement => 'attribs' in node && 'name' in node;

/** Elements whose content no one sees as text: neither read from an email nor kept of a sample. */
export const unreadTags = [
  'script',
  'style',
  'head',
  'title',
  'noscript',
  'template',
  'svg',
  'math',
  'object',
  'iframe',
  'select',
  'textarea',
];

/** Most characters of a page. */
const longestHtml = 4_000_000;
const mostRules = 100;
const longestSheet = 100_000;
/** Names, classes, ids and their combinations. Selectors with brackets or colons could cost any amount of work. */
const plainSelector = /^[\w.#\-*\s,>]{1,200}$/;

/**
 * Parses a page, and writes what its style sheets say about struck-through and hidden text into the elements, so that its text
 * can be read without them.
 */
export function htmlTree(html: string): HtmlTree {
  const tree = parseDocument(html.slice(0, longestHtml), { lowerCaseTags: true, lowerCaseAttributeNames: true });
  let rules = 0;
  const sheets = DomUtils.getElementsByTagName('style', tree, true, 20);
  for (const sheet of sheets)
    for (const [, selector = '', body = ''] of DomUtils.textContent(sheet)
      .slice(0, longestSheet)
      .matchAll(/([^{}]{1,300})\{([^{}]{0,2000})\}/g)) {
      const said = [isStruck(body) && 'text-decoration: line-through', isHiding(body) && 'display: none']
        .filter(Boolean)
        .join('; ');
      const plain = selector.replaceAll(/<!--|\/\*.{0,200}?\*\//gs, '').trim();
      if (said === '' || !plainSelector.test(plain)) continue;
      if ((rules += 1) > mostRules) return tree;
      for (const element of selected(plain, tree)) element.attribs['style'] = `${element.attribs['style'] ?? ''}; ${said}`;
    }
  return tree;
}

function selected(selector: string, tree: HtmlTree): HtmlElement[] {
  try {
    return selectAll<HtmlNode, HtmlElement>(selector, tree.children);
  } catch {
    // A style sheet with a selector that cannot be read has no effect in a browser either.
    return [];
  }
}

export const isStruck = (style: string): boolean => /text-decoration(?:-line)?\s*:[^;]{0,100}\bline-through\b/i.test(style);

export const isHiding = (style: string): boolean =>
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all|font-size\s*:\s*0(?:\.0+)?(?:px|pt|em|rem|%)?\s*(?:;|!|$))/i.test(
    style,
  );
