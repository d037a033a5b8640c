import { no, ok, type Result } from '#contract/kit/result.ts';
import { decodeText } from './decode-text.ts';
import { type FeedProblem, UnreadableFeed } from './feed-problem.ts';
import type { FeedFormat } from './feed-table.ts';
import { tableOfTree } from './find-records.ts';
import { isBranch, type Tree } from './flatten.ts';
import { treeOfJson } from './read-json.ts';
import { treeOfXml } from './read-xml.ts';
import type { RecordsOfReply, ReplyOptions } from './reply-options.ts';

/** Reads a JSON or XML document into its flat records, with every value as its text. */
export function readReply(bytes: Uint8Array, { beside = [], single }: ReplyOptions): Result<RecordsOfReply, FeedProblem> {
  try {
    const { tree, format } = treeOf(bytes);
    const table = tableOfTree(single ? [tree] : tree, format);
    const records = table.rows.map(({ cells }) =>
      Object.fromEntries(table.columns.flatMap((column, at) => (cells[at] ? [[column, cells[at]]] : []))),
    );
    const { truncated } = table;
    const bad = table.badRows.length;
    return ok({ records, beside: besideIn(tree, beside), bad, format, ...(truncated !== undefined && { truncated }) });
  } catch (fault) {
    if (fault instanceof UnreadableFeed) return no(fault.problem);
    throw fault;
  }
}

function treeOf(bytes: Uint8Array): { tree: Tree; format: FeedFormat } {
  const text = decodeText(bytes, 'Ask the vendor for JSON or XML.')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (text === '') throw new UnreadableFeed('empty', 'The reply is empty. Ask the vendor what it means.');
  if (/^<(?:!doctype html|html|head|body)\b/i.test(text))
    throw new UnreadableFeed('web_page', 'The vendor sent a web page in place of data. Check the address of the task.');
  if (text.startsWith('<')) return { tree: treeOfXml(text), format: 'xml' };
  return { tree: treeOfJson(text), format: 'json' };
}

/** Values of the document itself, or of its root element. Names are compared without regard to case. */
function besideIn(tree: Tree, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  const look = (value: Tree, depth: number): void => {
    if (!isBranch(value) || depth > 1) return;
    for (const [key, inner] of Object.entries(value)) {
      const name = names.find((one) => one.toLowerCase() === key.toLowerCase());
      if (name !== undefined && inner !== null && typeof inner !== 'object') found[name] ??= String(inner);
      else look(inner, depth + 1);
    }
  };
  look(tree, 0);
  return found;
}
