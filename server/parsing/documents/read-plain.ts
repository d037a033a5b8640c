import { documentWriter, type WrittenText } from './document-writer.ts';

/** Reads a plain text line by line. Tabs and spaces between columns are kept. Lines that begin with `>` are quotations. */
export function readPlain(text: string): WrittenText {
  const writer = documentWriter();
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
  for (let at = 0; at < lines.length; at++) {
    const quoted: string[] = [];
    for (let line = lines[at]; line !== undefined && isQuote(line); line = lines[at]) {
      quoted.push(line.replace(/^(?:\s?>)+ ?/, ''));
      at += 1;
    }
    if (quoted.length > 0) writer.quote(() => quoted.forEach(writeLine));
    const line = lines[at];
    if (line !== undefined) writeLine(line);
  }
  function writeLine(line: string): void {
    const said = line.trim();
    if (said !== '') writer.write(said.slice(0, 20_000), { spaces: true });
    writer.lineBreak();
  }
  return writer.done();
}

const isQuote = (line: string): boolean => /^\s?>/.test(line);
