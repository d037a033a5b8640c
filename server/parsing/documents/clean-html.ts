import { DomUtils } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import { type HtmlElement, type HtmlTree, isHiding, unreadTags } from './html-tree.ts';

const color = /^(?:#[0-9a-f]{3,8}|[a-z]{3,20}|rgba?\([\d.,%\s]{1,40}\))$/i;
const length = /^\d{1,4}(?:\.\d{1,3})?(?:px|pt|em|rem|%)?$/i;

const options = {
  allowedTags: (
    'p div span br hr b strong i em u s strike del ins sub sup small font h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code ' +
    'center table thead tbody tfoot tr td th caption a'
  ).split(' '),
  allowedAttributes: { '*': ['style', 'align', 'valign'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'], a: ['href'] },
  allowedStyles: {
    '*': {
      color: [color],
      'background-color': [color],
      'font-weight': [/^(?:bold|normal|[1-9]00)$/],
      'font-style': [/^(?:italic|normal)$/],
      'text-align': [/^(?:left|right|center|justify)$/],
      'text-decoration': [/^(?:line-through|underline|none)$/],
      'white-space': [/^(?:normal|nowrap|pre|pre-line|pre-wrap)$/],
      width: [length],
      padding: [length],
    },
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: unreadTags,
  nestingLimit: 100,
} satisfies Parameters<typeof sanitizeHtml>[1];

/**
 * The page without anything that runs, loads or hides: what people see of an email, and what is kept of a sample. Style sheets were
 * written into the elements before. Hidden elements are removed from the tree.
 */
export function cleanHtml(tree: HtmlTree): string {
  const isHidden = ({ attribs }: HtmlElement): boolean => isHiding(attribs['style'] ?? '') || 'hidden' in attribs;
  for (const element of DomUtils.findAll(isHidden, tree.children)) DomUtils.removeElement(element);
  return sanitizeHtml(DomUtils.getOuterHTML(tree), options);
}
