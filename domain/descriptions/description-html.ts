import type { DescriptionPart } from './format-description.ts';
import type { Run } from './read-lines.ts';

/** A formatted description as HTML for systems that show HTML: headings, paragraphs, lists, bold and struck text, without any attribute. */
export function descriptionHtml(parts: readonly DescriptionPart[]): string {
  let html = '';
  let level = 0;
  for (const part of parts) {
    const to = part.kind === 'item' ? part.level : 0;
    html += '<ul>'.repeat(Math.max(0, to - level)) + '</ul>'.repeat(Math.max(0, level - to));
    level = to;
    const tag = part.kind === 'heading' ? 'h4' : part.kind === 'item' ? 'li' : 'p';
    const label = part.label === null ? '' : `<strong>${escaped(part.label)}:</strong> `;
    html += `<${tag}>${label}${part.runs.map(runHtml).join('')}</${tag}>`;
  }
  return html + '</ul>'.repeat(level);
}

const runHtml = ({ text, struck }: Run): string => (struck ? `<s>${escaped(text)}</s>` : escaped(text));

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML: no sign of it opens a tag, an entity or ends an attribute. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);
