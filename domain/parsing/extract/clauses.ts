import type { PlainText } from './plain-text.ts';

/** A part of a line that says one thing. `from` is its place in the text; `heading` is the line before it, if that is only a label. */
export type Clause = { readonly text: string; readonly from: number; readonly heading: string };

const LONGEST_CLAUSE = 400;
// A sentence ends, or a list goes on. "7 a.m. To" and "No. 4" are no ends.
const ENDS =
  /(?<![ap]\.m|[AP]\.M|\b[A-Za-z]|\b[Hh]rs?|\b[Nn]o|\bapprox|\bSt|\bDr)[.!?;]+\s|(?<=\b[Hh]rs?|[ap]\.m)\.\s(?=[A-Z][a-z]|\d)|\.{2,}\s|\s?[•·|¦]+\s?|\*{2,}|(?<=[a-z)])\.(?=[A-Z][a-z])/g;
const VALUE = /\d/;

/** The clauses of a description in order. Linear: a clause has at most 400 characters, and a longer one is cut. */
export function clausesOf({ text }: PlainText): readonly Clause[] {
  const found: Clause[] = [];
  let heading = '';
  let from = 0;
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed !== '') {
      cut(line, from, heading, found);
      heading = trimmed.length <= 40 && !VALUE.test(trimmed) && !/:./.test(trimmed) ? trimmed.toLowerCase() : '';
    }
    from += line.length + 1;
  }
  return found;
}

function cut(line: string, from: number, heading: string, found: Clause[]): void {
  let start = 0;
  const add = (end: number): void => {
    for (let at = start; at < end; at += LONGEST_CLAUSE) {
      const text = line.slice(at, Math.min(end, at + LONGEST_CLAUSE));
      if (text.trim() !== '') found.push({ text, from: from + at, heading: at === 0 ? heading : '' });
    }
  };
  ENDS.lastIndex = 0;
  for (let hit = ENDS.exec(line); hit; hit = ENDS.exec(line)) {
    add(hit.index);
    start = ENDS.lastIndex;
  }
  add(line.length);
}
