/** A piece of a vendor's HTML: its text as written, or a tag. Attributes are kept only where they strike or embolden text. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open' | 'close'; readonly name: string; readonly struck: boolean; readonly bold: boolean };

/** Names of elements that descriptions have. Another name is a tag only if it is closed somewhere, or has the prefix of a namespace. */
const known = new Set(
  (
    'a abbr acronym address area article aside b base basefont bdi bdo big blink blockquote body br button caption center cite code col ' +
    'colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset ' +
    'h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label legend li link main map mark marquee menu meta nav nobr noembed ' +
    'noframes noscript o object ol optgroup option output p param picture pre progress q rp rt ruby s samp script section select small ' +
    'source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var ' +
    'video audio canvas math wbr xml'
  ).split(' '),
);

/** Elements whose content people never see. */
const unseen = new Set(['script', 'style', 'template', 'title', 'iframe', 'svg', 'math']);

const tagName = /[a-z][a-z0-9]{0,30}(?::[a-z0-9]{1,30}|-[a-z0-9-]{1,30})?(?=[\s/>]|$)/iy;

/**
 * Takes HTML apart, however it is written: in time that grows with its length only. What is no tag, such as `<5 patients` or
 * `<ann@mercy.org>`, is text. Comments are left out, and so is what no one sees, such as scripts and style sheets, where it is closed:
 * otherwise it is text, so that no word is lost.
 */
export function readTags(html: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const search = searcher(html);
  const isClosed = closedNames(html);
  let from = 0;
  let at = html.indexOf('<');
  const cut = (to: number, next: number): void => {
    if (to > from) pieces.push({ kind: 'text', text: html.slice(from, to) });
    from = next;
  };
  while (at >= 0) {
    const end = html.startsWith('<!', at) || html.startsWith('<?', at) ? markEnd(html, at, search) : undefined;
    const tag = end === undefined ? tagAt(html, at, { search, isClosed }) : undefined;
    if (end !== undefined) cut(at, end);
    else if (tag) {
      cut(at, tag.end);
      pieces.push(tag.piece);
      if (tag.piece.kind === 'open' && unseen.has(tag.piece.name) && !tag.isEmpty)
        from = search.closingOf(tag.piece.name, tag.end) ?? tag.end;
    }
    at = html.indexOf('<', Math.max(from, at + 1));
  }
  cut(html.length, html.length);
  return pieces;
}

type Search = ReturnType<typeof searcher>;

/** Finds signs in a text. What is not found once is not looked for again, so that all searches together take one pass each. */
function searcher(html: string) {
  const absent = new Set<string>();
  let lower: string | undefined;
  function find(sign: string, at: number, within: string): number | undefined {
    if (absent.has(sign)) return undefined;
    const found = within.indexOf(sign, at);
    if (found >= 0) return found;
    absent.add(sign);
    return undefined;
  }
  return {
    /** Where a sign comes next. */
    next: (sign: string, at: number): number | undefined => find(sign, at, html),
    /** Where the closing tag of an element begins. */
    closingOf(name: string, at: number): number | undefined {
      lower ??= html.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
      return find(`</${name}`, at, lower);
    },
  };
}

function closedNames(html: string): (name: string) => boolean {
  let names: Set<string> | undefined;
  return (name) => {
    names ??= new Set(Array.from(html.matchAll(/<\/([a-z][a-z0-9-]{0,60})/gi), ([, closed = '']) => closed.toLowerCase()));
    return names.has(name);
  };
}

/** Where a comment, a doctype or an instruction ends. Undefined if it does not, so that it is text. */
function markEnd(html: string, at: number, search: Search): number | undefined {
  const isComment = html.startsWith('<!--', at);
  if (!isComment && !/^<(?:!doctype|!\[|\?)/i.test(html.slice(at, at + 12))) return undefined;
  const sign = isComment ? '-->' : '>';
  const end = search.next(sign, at + 2);
  return end === undefined ? undefined : end + sign.length;
}

type Tag = { readonly piece: Exclude<Piece, { kind: 'text' }>; readonly end: number; readonly isEmpty: boolean };

function tagAt(
  html: string,
  at: number,
  { search, isClosed }: { readonly search: Search; readonly isClosed: (name: string) => boolean },
): Tag | undefined {
  const closes = html[at + 1] === '/';
  tagName.lastIndex = at + (closes ? 2 : 1);
  const name = tagName.exec(html)?.[0].toLowerCase();
  if (name === undefined) return undefined;
  if (!known.has(name) && !name.includes(':') && !isClosed(name)) return undefined;
  const from = tagName.lastIndex;
  const end = tagEnd(html, from, search);
  if (end === undefined) return undefined;
  const attributes = html.slice(from, Math.min(end, from + longestAttributes));
  if (!isAttributes(attributes)) return undefined;
  const struck = /text-decoration(?:-line)?\s{0,9}:[^;"']{0,60}line-through/i.test(attributes);
  const bold = /font-weight\s{0,9}:\s{0,9}(?:bold|[6-9]00)/i.test(attributes);
  return { piece: { kind: closes ? 'close' : 'open', name, struck, bold }, end: end + 1, isEmpty: html[end - 1] === '/' };
}

/** Most characters of attributes that are looked at. */
const longestAttributes = 2000;

/** Whether what follows a name in angle brackets are attributes, and no words, as in `a <b and c> d`. */
const isAttributes = (text: string): boolean =>
  /^[\s/]*$|=|^\s{1,9}(?:nowrap|noshade|compact|disabled|checked|selected|hidden|open|reversed|async|defer|border)[\s/]*$/i.test(
    text,
  );

/** Where a tag ends: at the next `>` that is in no value in quotation marks. */
function tagEnd(html: string, from: number, search: Search): number | undefined {
  const first = search.next('>', from);
  if (first === undefined || !/["']/.test(html.slice(from, Math.min(first, from + longestAttributes)))) return first;
  let quote = '';
  for (let i = from; i < from + longestAttributes && i < html.length; i++) {
    const letter = html[i] ?? '';
    if (quote === '' && letter === '>') return i;
    if (quote === '' && (letter === '"' || letter === "'") && html[i - 1] === '=') quote = letter;
    else if (letter === quote) quote = '';
  }
  // A quotation mark that is not closed.
  return first;
}
