import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { feedLimits } from './feed-limits.ts';
import { UnreadableFeed } from './feed-problem.ts';
import type { FeedTable } from './feed-table.ts';
import { tableOfTree } from './find-records.ts';
import { type Tree, tooDeep } from './flatten.ts';

/** Reads XML text into a table. */
export const readXml = (text: string): FeedTable => tableOfTree(treeOfXml(text), 'xml');

/** Parses XML text. A document type or entity declaration is refused before the text is parsed. */
export function treeOfXml(text: string): Tree {
  refuseDeclarations(text);
  try {
    const valid = XMLValidator.validate(text, { allowBooleanAttributes: true });
    if (valid !== true) throw notXml(`line ${valid.err.line}: ${valid.err.msg}`);
    return parser().parse(text) as Tree;
  } catch (fault) {
    if (fault instanceof UnreadableFeed) throw fault;
    const message = fault instanceof Error ? fault.message : '';
    throw /nested/i.test(message) ? tooDeep() : notXml(message.slice(0, 120));
  }
}

const notXml = (why: string): UnreadableFeed =>
  new UnreadableFeed('malformed', `This is not well-formed XML (${why.slice(0, 200)}). Ask the vendor for the whole file.`);

// Decodes only the five XML entities and numeric ones, so that no declared entity can expand.
const parser = () =>
  new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    maxNestedTags: feedLimits.depth,
    ignoreDeclaration: true,
    ignorePiTags: true,
    strictReservedNames: false,
    cdataPropName: CDATA,
    tagValueProcessor: (_tag, value) => decodeEntities(value),
    attributeValueProcessor: (_name, value) => decodeEntities(value),
  });

const CDATA = '#text';
const FIVE: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g, (whole, name, decimal, hex) => {
    if (typeof name === 'string') return FIVE[name] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff) ? String.fromCodePoint(code) : '\uFFFD';
  });
}

/** Checks every `<!`: comments and CDATA are skipped, any other declaration is refused. */
function refuseDeclarations(text: string): void {
  for (let at = text.indexOf('<!'); at !== -1; at = text.indexOf('<!', at)) {
    const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<![CDATA[', at) ? ']]>' : undefined;
    if (end === undefined) {
      throw new UnreadableFeed(
        'forbidden',
        'The file declares a document type or entities, which a job feed may not. Ask the vendor for plain XML.',
      );
    }
    const close = text.indexOf(end, at);
    if (close === -1) throw notXml('a comment or CDATA section never ends');
    at = close + end.length;
  }
}
