/** The text of a description without its markup. `raw` gives the description's own characters for a part of the text. */
export type PlainText = { readonly text: string; readonly raw: (from: number, to: number) => string };

const BLOCK = /^\/?(?:br|p|div|li|ul|ol|tr|table|tbody|thead|h[1-6]|hr|section|article|dl|dt|dd|blockquote|center|pre)\b/i;
const CELL = /^\/?(?:td|th)\b/i;
// Text that was struck through is a former value; scripts and styles are no text.
const DROPPED = /^(script|style|head|title|s|strike|del)(?=[\s/>]|$)|^(\w+)\b[^>]*text-decoration\s*:\s*line-through/i;
const ENTITY = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,8}));/giy;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  minus: '−',
  rsquo: '’',
  lsquo: '‘',
  bull: '•',
  middot: '·',
  frac12: '½',
  times: '×',
  dollar: '$',
  pound: '£',
  euro: '€',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
};

/** Collects characters with their places in the description. Runs of white space become one space or one line break. */
class Characters {
  readonly #parts: string[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #last = '\n';

  add(char: string, from: number, to: number): void {
    const space = char === ' ' || char === '\n';
    if (space && this.#last === '\n') return;
    if (space && this.#last === ' ') {
      if (char === '\n') this.#parts[this.#parts.length - 1] = '\n';
      this.#last = char;
      return;
    }
    this.#parts.push(char);
    this.#starts.push(from);
    this.#ends.push(to);
    this.#last = char;
  }

  plain(description: string): PlainText {
    const [starts, ends] = [this.#starts, this.#ends];
    return {
      text: this.#parts.join(''),
      raw: (from, to) => (to <= from ? '' : description.slice(starts[from] ?? 0, ends[to - 1] ?? 0)),
    };
  }
}

const isSpace = (code: number): boolean => code <= 32 || code === 0xa0 || (code >= 0x2000 && code <= 0x200b) || code === 0xfeff;

/**
 * The text of a description that is HTML or text. Tags of blocks and table cells become line breaks, other tags nothing, entities their
 * characters. Linear in the length of the description.
 */
export function plainText(description: string): PlainText {
  const found = new Characters();
  const blocks = /<(?:br|p|div|li|tr|td|h[1-6])[\s/>]/i.test(description);
  const lastClose = description.lastIndexOf('>');
  const endOf = closingTags(description);
  let at = 0;
  while (at < description.length) {
    const code = description.charCodeAt(at);
    if (code === 60 && at < lastClose && /[a-z/!]/i.test(description[at + 1] ?? '')) at = readTag(description, at, found, endOf);
    else if (code === 38) at = readEntity(description, at, found);
    else {
      const lineBreak = !blocks && (code === 10 || code === 13);
      found.add(lineBreak ? '\n' : isSpace(code) ? ' ' : (description[at] ?? ''), at, at + 1);
      at += 1;
    }
  }
  return found.plain(description);
}

type ClosingTag = (name: string, after: number) => number;

/** Finds closing tags. A name without one is searched once, so that many open tags cost no more than one. */
function closingTags(description: string): ClosingTag {
  const without = new Set<string>();
  return (name, after) => {
    if (without.has(name)) return -1;
    const pattern = new RegExp(`</${name}(?![a-z])`, 'gi');
    pattern.lastIndex = after;
    const index = pattern.exec(description)?.index ?? -1;
    if (index < 0) without.add(name);
    return index;
  };
}

function readTag(description: string, at: number, characters: Characters, endOf: ClosingTag): number {
  const isComment = description.startsWith('<!--', at);
  const end = description.indexOf(isComment ? '-->' : '>', at);
  if (end < 0) return description.length;
  const close = isComment ? end + 2 : end;
  const tag = description.slice(at + 1, Math.min(close, at + 400));
  if (BLOCK.test(tag) || CELL.test(tag)) characters.add('\n', at, close + 1);
  const dropped = DROPPED.exec(tag);
  const name = (dropped?.[1] ?? dropped?.[2])?.toLowerCase();
  if (name === undefined || tag.endsWith('/')) return close + 1;
  const closing = endOf(name, close);
  return closing < 0 ? close + 1 : closing;
}

function readEntity(description: string, at: number, found: Characters): number {
  ENTITY.lastIndex = at;
  const hit = ENTITY.exec(description);
  const char = hit ? characterOf(hit) : undefined;
  if (!hit || char === undefined) {
    found.add('&', at, at + 1);
    return at + 1;
  }
  found.add(char, at, at + hit[0].length);
  return at + hit[0].length;
}

function characterOf([, decimal, hex, name]: RegExpExecArray): string | undefined {
  if (name !== undefined) return Object.hasOwn(NAMED, name.toLowerCase()) ? NAMED[name.toLowerCase()] : undefined;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  if (!(code > 0 && code < 0xffff) || (code >= 0xd800 && code < 0xe000)) return undefined;
  return isSpace(code) ? ' ' : String.fromCharCode(code);
}
