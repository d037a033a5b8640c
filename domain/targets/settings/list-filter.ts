/**
 * A filter of a list of the ATS, as a person writes it: `status = "Active" and state in ("TX", "CA")`. It is read into conditions
 * and applied to the rows that were read, so that its text never becomes part of a query.
 */
export type ListFilter = readonly FilterPart[];
type FilterPart = { readonly field: string; readonly isIn: boolean; readonly values: readonly string[] };

type Token = { readonly kind: 'word' | 'text' | 'sign'; readonly text: string; readonly at: number };
type Problem = { readonly problem: string };

const tokenSigns = /\s*(?:"([^"]*)"|'([^']*)'|(!=|<>|=|\(|\)|,)|([A-Za-z_][\w.]*|\d+))/y;

function tokensOf(text: string): readonly Token[] | Problem {
  const tokens: Token[] = [];
  tokenSigns.lastIndex = 0;
  while (text.slice(tokenSigns.lastIndex).trim() !== '') {
    const at = tokenSigns.lastIndex + (/^\s*/.exec(text.slice(tokenSigns.lastIndex))?.[0].length ?? 0);
    const found = tokenSigns.exec(text);
    if (!found) return { problem: `Character ${at + 1} cannot be read` };
    const [, double, single, sign, word] = found;
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, at });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, at });
    else tokens.push({ kind: 'text', text: double ?? single ?? '', at });
  }
  return tokens;
}

const expected = (what: string, token: Token | undefined): Problem => ({
  problem: token ? `Expected ${what} at character ${token.at + 1}, not “${token.text}”` : `Expected ${what} at the end`,
});

const isWord = (token: Token | undefined, word: string): boolean => token?.kind === 'word' && token.text.toLowerCase() === word;

/** The values in brackets from `at` on, and where they end. */
function listAt(tokens: readonly Token[], at: number): { readonly values: string[]; readonly next: number } | Problem {
  if (tokens[at]?.text !== '(') return expected('an opening bracket', tokens[at]);
  const values: string[] = [];
  for (let next = at + 1; ; next += 2) {
    const value = tokens[next];
    if (!value || value.kind === 'sign') return expected('a value in quotes', value);
    values.push(value.text);
    const end = tokens[next + 1];
    if (end?.text === ')') return { values, next: next + 2 };
    if (end?.text !== ',') return expected('a comma or a closing bracket', end);
  }
}

function partAt(tokens: readonly Token[], at: number, fields: readonly string[]): { part: FilterPart; next: number } | Problem {
  const [name, operator, value] = tokens.slice(at, at + 3);
  const field = fields.find((one) => name?.kind === 'word' && one === name.text.toLowerCase());
  if (field === undefined) return expected(`a field (${fields.join(', ')})`, name);
  if (operator?.text === '=' || operator?.text === '!=' || operator?.text === '<>') {
    if (!value || value.kind === 'sign') return expected('a value in quotes', value);
    return { part: { field, isIn: operator.text === '=', values: [value.text] }, next: at + 3 };
  }
  const isNot = isWord(operator, 'not');
  if (!isWord(isNot ? value : operator, 'in')) return expected('=, !=, in or not in', operator);
  const list = listAt(tokens, at + (isNot ? 3 : 2));
  return 'problem' in list ? list : { part: { field, isIn: !isNot, values: list.values }, next: list.next };
}

/** Reads a filter over these fields (lower case). Blank is the filter that lets everything pass. */
export function readListFilter(text: string, fields: readonly string[]): ListFilter | Problem {
  const tokens = tokensOf(text);
  if ('problem' in tokens) return tokens;
  const parts: FilterPart[] = [];
  for (let at = 0; at < tokens.length; ) {
    const read = partAt(tokens, at, fields);
    if ('problem' in read) return read;
    parts.push(read.part);
    const join = tokens[read.next];
    if (join && !isWord(join, 'and')) return expected('and', join);
    if (join && read.next + 1 === tokens.length) return expected('a condition', undefined);
    at = read.next + 1;
  }
  return parts;
}

/** Whether a row of a list passes. Texts are compared without regard to case; a row without a value has a blank one. */
export const passesFilter = (filter: ListFilter, row: Readonly<Record<string, string | null>>): boolean =>
  filter.every(({ field, isIn, values }) => {
    const own = (row[field] ?? '').trim().toLowerCase();
    return values.some((value) => value.trim().toLowerCase() === own) === isIn;
  });
