/** Where a text stops being JSON. `line` counts from 1. */
type JsonProblem = { readonly line: number; readonly words: string };

/** Inside quotes: any sign from the space on, except quotes and backslashes, which follow a backslash. */
const quoted = String.raw`"(?:[ !#-\[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"`;
const literal = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null`;
const token = new RegExp(String.raw`[ \t\n\r]*(?:([{}\[\],:])|(${quoted})|(${literal}))`, 'uy');

/** The signs and values of a text one after the other, with the place where it cannot be read further. */
class Tokens {
  readonly #text: string;
  #at = 0;
  constructor(text: string) {
    this.#text = text;
  }
  next(): string | null {
    token.lastIndex = this.#at;
    const found = token.exec(this.#text);
    if (!found) return null;
    this.#at = token.lastIndex;
    return found[1] ?? found[2] ?? found[3] ?? null;
  }
  /** The next one, without taking it. */
  peek(): string | null {
    const at = this.#at;
    const found = this.next();
    this.#at = at;
    return found;
  }
  problem(wanted: string): JsonProblem {
    const rest = this.#text.slice(this.#at);
    const at = this.#at + (rest.length - rest.trimStart().length);
    const line = this.#text.slice(0, at).split('\n').length;
    const here = this.#text.slice(at, at + 20).split('\n')[0] ?? '';
    return { line, words: here === '' ? `${wanted} is missing at the end` : `${wanted} is expected before ${here}` };
  }
}

/** Where a text stops being JSON, which the messages of browsers do not say in the same way. Null if it is JSON. */
export function jsonProblem(text: string): JsonProblem | null {
  const tokens = new Tokens(text);
  const problem = valueProblem(tokens);
  if (problem) return problem;
  const end = tokens.problem('The end of the text');
  return end.words.endsWith('at the end') ? null : end;
}

function valueProblem(tokens: Tokens): JsonProblem | null {
  const first = tokens.peek();
  if (first === null || /^[}\],:]$/.test(first)) return tokens.problem('A value');
  tokens.next();
  if (first === '{') return membersProblem(tokens, '}', memberProblem);
  return first === '[' ? membersProblem(tokens, ']', valueProblem) : null;
}

function memberProblem(tokens: Tokens): JsonProblem | null {
  if (tokens.peek()?.startsWith('"') !== true) return tokens.problem('A name in quotes');
  tokens.next();
  if (tokens.peek() !== ':') return tokens.problem('A colon');
  tokens.next();
  return valueProblem(tokens);
}

function membersProblem(tokens: Tokens, end: string, each: (tokens: Tokens) => JsonProblem | null): JsonProblem | null {
  if (tokens.peek() === end) {
    tokens.next();
    return null;
  }
  for (;;) {
    const problem = each(tokens);
    if (problem) return problem;
    const sign = tokens.peek();
    if (sign !== ',' && sign !== end) return tokens.problem(`A comma or ${end}`);
    tokens.next();
    if (sign === end) return null;
  }
}
