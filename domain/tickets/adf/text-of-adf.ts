import { dayOfEpoch, isoDay } from '#domain/parsing/calendar.ts';
import type { AdfNode } from './adf.ts';

/**
 * The text of a document that a person wrote in Jira: paragraphs apart by an empty line, list items with their signs, people and links by
 * their names. What has no text, such as an image, is named in brackets. An unknown node gives the text of its content.
 */
export const textOf = (node: AdfNode): string => blocksOf(node.content ?? []).join('\n\n');

/** Nesting that a document of a person never has; deeper content is left out. */
const deepest = 30;

const blocksOf = (nodes: readonly AdfNode[], depth = 0): string[] =>
  depth > deepest ? [] : nodes.map((node) => blockOf(node, depth + 1));

function blockOf(node: AdfNode, depth: number): string {
  const content = node.content ?? [];
  const inner = () => blocksOf(content, depth).join('\n\n');
  switch (node.type) {
    case 'paragraph':
    case 'heading':
    case 'codeBlock':
      return lineOf(content);
    case 'bulletList':
    case 'taskList':
    case 'decisionList':
      return itemsOf(content, depth, () => '- ');
    case 'orderedList':
      return itemsOf(content, depth, (at) => `${at + startOf(node)}. `);
    case 'tableRow':
      return content.map((cell) => blocksOf(cell.content ?? [], depth).join(' ')).join(' | ');
    case 'table':
      return blocksOf(content, depth).join('\n');
    case 'blockquote':
      return prefixed(inner(), '> ');
    case 'rule':
      return '---';
    case 'media':
    case 'mediaInline':
      return '[file]';
    default:
      return content.length > 0 && content.every(isInline) ? lineOf(content) : content.length > 0 ? inner() : lineOf([node]);
  }
}

const startOf = ({ attrs }: AdfNode): number => (typeof attrs?.['order'] === 'number' ? attrs['order'] : 1);

const itemsOf = (items: readonly AdfNode[], depth: number, sign: (at: number) => string): string =>
  items
    .map((item, at) => {
      const content = item.content ?? [];
      const text = content.length > 0 && content.every(isInline) ? lineOf(content) : blocksOf(content, depth).join('\n');
      return `${sign(at)}${text.replaceAll('\n', '\n  ')}`;
    })
    .join('\n');

const prefixed = (text: string, sign: string): string => `${sign}${text.replaceAll('\n', `\n${sign}`)}`;

const inline = new Set(['text', 'hardBreak', 'mention', 'emoji', 'inlineCard', 'date', 'status', 'mediaInline']);
const isInline = ({ type }: AdfNode): boolean => inline.has(type);

const lineOf = (nodes: readonly AdfNode[]): string => nodes.map(wordOf).join('');

function wordOf(node: AdfNode): string {
  const said = (field: string): string => (typeof node.attrs?.[field] === 'string' ? node.attrs[field] : '');
  switch (node.type) {
    case 'text':
      return withLink(node);
    case 'hardBreak':
      return '\n';
    case 'inlineCard':
    case 'blockCard':
    case 'embedCard':
      return said('url');
    case 'emoji':
      return said('text') || said('shortName');
    case 'date':
      return dayOf(said('timestamp'));
    case 'mediaInline':
      return '[file]';
    default:
      return said('text') || (node.text ?? '');
  }
}

/** The text of a link, and its address where that is another one. */
function withLink({ text = '', marks = [] }: AdfNode): string {
  const href = marks.find(({ type }) => type === 'link')?.attrs?.['href'];
  return typeof href === 'string' && href !== text ? `${text} (${href})` : text;
}

/** Jira stores a day as milliseconds since 1970 at midnight UTC. */
function dayOf(timestamp: string): string {
  return /^\d{1,14}$/.test(timestamp) ? isoDay(dayOfEpoch(Math.floor(Number(timestamp) / 86_400_000))) : '';
}
