import Papa from 'papaparse';
import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';

/** One line of a file with its cells. `line` counts from 1. */
export type FileLine = { readonly line: number; readonly cells: readonly string[] };
type Refusal = { kind: 'invalid'; fields: Record<string, string> } | { kind: 'too_large'; limit: string };

const mostBytes = 5_000_000;

/** Reads the lines of a csv or txt file without blank lines. Checks the content as well as the file name. */
export function readTextFile(file: Uint8Array, fileName: string): Result<readonly FileLine[], Refusal> {
  const refused = (words: string) => no({ kind: 'invalid' as const, fields: { file: words } });
  if (!/csv|txt/i.test(fileName)) return refused('Choose a csv or txt file.');
  if (file.byteLength > mostBytes) return no({ kind: 'too_large', limit: '5 MB a file' });
  if (file.includes(0)) return refused(`${messages.fileNotProcessed}: it is no text.`);
  const text = new TextDecoder('utf-8').decode(file);
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: false, delimitersToGuess: [',', '\t', '|', ';'] });
  const lines = data.flatMap((cells, i) => (cells.some((cell) => cell.trim() !== '') ? [{ line: i + 1, cells }] : []));
  return lines.length > 0 ? ok(lines) : refused(`${messages.fileNotProcessed}: it has no lines.`);
}
