import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';

const allowedTags = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'code', 'a'];

/** Elements that are removed with all that is in them. Others lose their tags and keep their text. */
const withContent = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'title',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'template',
];

/**
 * HTML of people with nothing in it that runs, loads or looks like something else (D4.2): paragraphs, headings, lists, emphasis, and links to
 * web pages and email addresses. A link opens a window of its own that learns nothing of the page.
 */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: { a: ['href', 'target', 'rel'] },
    allowedStyles: {},
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: withContent,
    nestingLimit: 50,
    transformTags: {
      a: (tagName, { href }) => ({
        tagName,
        attribs: { ...(href !== undefined && { href }), target: '_blank', rel: 'noopener noreferrer' },
      }),
    },
  });

/** What begins on a line of its own in plain text. */
const blocks = new Set(['p', 'h2', 'h3', 'ul', 'ol', 'blockquote']);

/** Cleaned HTML as plain text: paragraphs are lines, list items begin with a dash, and a link is followed by its address. */
export function plainText(html: string): string {
  let text = '';
  const addresses: string[] = [];
  const lineEnd = (lines: '\n' | '\n\n') => {
    text = `${text.trimEnd()}${lines}`;
  };
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name === 'br') text += '\n';
      if (blocks.has(name) && text !== '') lineEnd('\n\n');
      if (name === 'li') {
        if (text !== '') lineEnd('\n');
        text += '- ';
      }
      if (name === 'a') addresses.push(href ?? '');
    },
    ontext(part) {
      text += part;
    },
    onclosetag(name) {
      if (blocks.has(name)) lineEnd('\n\n');
      if (name !== 'a') return;
      const address = (addresses.pop() ?? '').replace(/^mailto:/, '');
      if (address !== '' && !text.endsWith(address)) text += ` (${address})`;
    },
  });
  parser.end(html);
  return text
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Text with line breaks as HTML that keeps them; HTML as it is. For texts in which people write either. */
export const withLineBreaks = (html: string): string => (/<[a-z]/i.test(html) ? html : html.replaceAll(/\r?\n/g, '<br />'));
