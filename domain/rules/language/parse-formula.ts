import type { SyntaxNode } from '@lezer/common';
import type { FieldRef } from './condition.ts';
import { formulaFunctions } from './formula-functions.ts';
import { parser } from './formula-parser.ts';
import { bracketProblem, type Expected, expectedAt, listed, stopIn, type TextProblem } from './problem.ts';
import { childrenOf, isToday, readFieldRef, spanOf, Unreadable, unquoted } from './syntax.ts';

/** A calculation as a tree. */
export type Formula =
  | { readonly kind: 'value'; readonly value: string | number }
  | { readonly kind: 'field'; readonly field: FieldRef }
  | { readonly kind: 'today' }
  | { readonly kind: 'negative'; readonly of: Formula }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Formula; readonly right: Formula }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Formula[] };

export type ParsedFormula = { readonly formula: Formula } | { readonly problem: TextProblem };

const deepest = 50;
const longest = 5_000;
const strict = parser.configure({ strict: true });
const stopOf = (text: string): number | null => stopIn(() => strict.parse(text));

const samples: readonly (readonly [Expected, string])[] = [
  ['a number', '1'],
  ['a field', '[Bill Rate]'],
  ['a function', 'round('],
  ['an opening bracket', '('],
  ['an operator', '+'],
  ['a closing bracket', ')'],
  ['the end', ''],
];

/** Parses a calculation such as `round([Bill Rate] * 0.72, 2)`. An invalid text gives a problem with its place. */
export function parseFormula(text: string): ParsedFormula {
  const problem = bracketProblem(text, deepest) ?? syntaxProblem(text);
  if (problem) return { problem };
  const body = strict.parse(text).topNode.firstChild;
  if (!body) throw new Error('a formula without an expression');
  try {
    return { formula: formulaOf(body, text) };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.problem };
    throw error;
  }
}

function syntaxProblem(text: string): TextProblem | null {
  if (text.length > longest)
    return { at: longest, to: text.length, expected: ['the end'], words: `A calculation has at most ${longest} characters.` };
  const stop = stopOf(text);
  if (stop === null) return null;
  const at = Math.min(stop, text.length);
  const found = /^(?:"[^"]*"?|\[[^\]]*\]?|\w+|\S)/.exec(text.slice(at))?.[0] ?? '';
  const expected = expectedAt(text, at, samples, stopOf);
  const words = found === '' ? 'The calculation stops too early.' : `“${found}” does not fit here.`;
  return { at, to: at + found.length, expected, words: `${words} Expected ${listed(expected)}.` };
}

function formulaOf(node: SyntaxNode, text: string): Formula {
  const written = text.slice(node.from, node.to);
  const children = childrenOf(node).filter(({ name }) => !['(', ')', ','].includes(name));
  const [first, second, third] = children;
  if (node.name === 'Number') return { kind: 'value', value: Number(written) };
  if (node.name === 'Quoted') return { kind: 'value', value: unquoted(written) };
  if (node.name === 'Field') return isToday(written) ? { kind: 'today' } : { kind: 'field', field: readFieldRef(node, text) };
  if (node.name === 'Paren' && first) return formulaOf(first, text);
  if (node.name === 'Negative' && second) return { kind: 'negative', of: formulaOf(second, text) };
  if (node.name === 'Binary' && first && second && third) {
    const operator = text.slice(second.from, second.to);
    return { kind: 'binary', operator, left: formulaOf(first, text), right: formulaOf(third, text) };
  }
  if (node.name === 'Call' && first) return callOf(first, children.slice(1), text);
  throw new Error(`a formula of ${node.name}`);
}

function callOf(nameNode: SyntaxNode, args: readonly SyntaxNode[], text: string): Formula {
  const name = text.slice(nameNode.from, nameNode.to).toLowerCase();
  const entry = formulaFunctions[name];
  if (!entry) {
    const words = `There is no function “${name}”. There are ${Object.keys(formulaFunctions).sort().join(', ')}.`;
    throw new Unreadable({ ...spanOf(nameNode), expected: ['a function'], words });
  }
  const [least, most] = entry.takes;
  if (args.length < least || args.length > most) {
    const words = `${name} takes ${least === most ? least : `${least} to ${most}`} values, not ${args.length}: ${entry.form}.`;
    throw new Unreadable({ ...spanOf(nameNode), expected: ['a closing bracket'], words });
  }
  return { kind: 'call', name, args: args.map((arg) => formulaOf(arg, text)) };
}

/** Every field that a calculation reads. */
export function fieldsOf(formula: Formula): readonly FieldRef[] {
  if (formula.kind === 'field') return [formula.field];
  if (formula.kind === 'negative') return fieldsOf(formula.of);
  if (formula.kind === 'binary') return [...fieldsOf(formula.left), ...fieldsOf(formula.right)];
  return formula.kind === 'call' ? formula.args.flatMap(fieldsOf) : [];
}

/** Every pattern of a calculation that is a constant, so that it can be checked when the rule is saved. */
export function constantPatterns(formula: Formula): readonly string[] {
  if (formula.kind === 'negative') return constantPatterns(formula.of);
  if (formula.kind === 'binary') return [...constantPatterns(formula.left), ...constantPatterns(formula.right)];
  if (formula.kind !== 'call') return [];
  const [, pattern] = formula.args;
  const own = formula.name === 'match' || formula.name === 'replace';
  const found = own && pattern?.kind === 'value' ? [String(pattern.value)] : [];
  return [...found, ...formula.args.flatMap(constantPatterns)];
}
