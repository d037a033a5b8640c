type Part = { readonly text: string; readonly link?: string };

const webAddress = /https?:\/\/[^\s<>"'()]+[^\s<>"'().,;:!?]/g;

/** A text as parts, of which addresses of web pages are links. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: link, index } of text.matchAll(webAddress)) {
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: link, link });
    end = index + link.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
