import type { SyntaxNode } from '@lezer/common';
import { fieldOf } from '../../fields/catalogue.ts';
import { fieldId } from '../../fields/field.ts';
import type { Comparison, Condition, ConditionTree, FieldRef, Operand, Span } from './condition.ts';
import { parser } from './condition-parser.ts';
import { operatorNamed, operators, stateNamed, states } from './operators.ts';
import { bracketProblem, type Expected, expectedAt, listed, stopIn, type TextProblem } from './problem.ts';
import { childrenOf, isToday, readFieldRef, spanOf, Unreadable, unquoted } from './syntax.ts';

export type ParsedCondition = { readonly tree: ConditionTree } | { readonly problem: TextProblem };

/** People do not write conditions with deeper brackets or longer texts. */
const deepest = 100;
const longest = 20_000;

const strict = parser.configure({ strict: true });
const stopOf = (text: string): number | null => stopIn(() => strict.parse(text));

/** Texts for what may follow at a place of a condition. Where possible they complete the condition. */
const samples: readonly (readonly [Expected, string])[] = [
  ['a field', '[Degree]'],
  // A value follows, so that the text is not read as part of a longer value.
  ['an operator', 'equal "x"'],
  ['a value', '"x"'],
  ['and', 'and'],
  ['or', 'or'],
  ['an opening bracket', '('],
  ['a closing bracket', ')'],
  ['the end', ''],
];

/**
 * Parses the text of a condition. An empty text gives a tree that is always true. For an invalid text, an unknown field or an
 * unknown operator it returns a problem with its place, what was expected there and a sentence.
 */
export function parseCondition(text: string): ParsedCondition {
  const problem = lengthProblem(text) ?? bracketProblem(text, deepest) ?? syntaxProblem(text);
  if (problem) return { problem };
  const body = strict.parse(text).topNode.firstChild;
  if (!body) return { tree: null };
  try {
    return { tree: withEdges(conditionOf(body, text), text) };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.problem };
    throw error;
  }
}

function lengthProblem(text: string): TextProblem | null {
  if (text.length <= longest) return null;
  const words = `The condition is ${text.length} characters long; at most ${longest} can be read. Use a table rule, or several rules.`;
  return { at: longest, to: text.length, expected: ['the end'], words };
}

function syntaxProblem(text: string): TextProblem | null {
  const stop = stopOf(text);
  if (stop === null) return null;
  const at = Math.min(stop, text.length);
  const to = at + (/^(?:"[^"]*"?|\[[^\]]*\]?|[()|~]|[^\s()[\]|~"]+)/.exec(text.slice(at))?.[0].length ?? 0);
  const possible = expectedAt(text, at, samples, stopOf);
  const expected = possible.includes('a value') ? (['a value'] as const) : possible;
  return { at, to, expected, words: wordsFor(text, { at, to }, expected) };
}

function wordsFor(text: string, { at, to }: Span, expected: readonly Expected[]): string {
  const found = text.slice(at, to);
  const before = text.slice(0, at).trimEnd();
  if (found.startsWith('"') && !/^"(?:[^"\\]|\\.)*"$/.test(found)) return 'This quote is never closed. Close it with ".';
  if (found.startsWith('[') && !found.endsWith(']')) return 'This field name is never closed. Close it with "]".';
  if (expected.includes('an operator')) {
    const named = operators.map(({ name }) => name);
    return found === ''
      ? 'An operator is expected here, such as equal or contains.'
      : `“${found}” is no operator. Expected ${listed(named)}.`;
  }
  const join = /(?:^|[\s)"])(and|or)$/i.exec(before)?.[1]?.toLowerCase();
  const needs = expected.includes('a field') ? 'a condition such as [Degree] equal RN' : listed(expected);
  if (expected.includes('a value') && /^(and|or)$/i.test(found))
    return `“${found}” joins two conditions. If it is the value, such as the specialty OR, put it in quotes: "${found}".`;
  if (join && found === '') return `“${join}” needs a condition after it.`;
  if (join) return `“${join}” needs a condition after it, not “${found}”. Put a value that contains “${join}” in quotes.`;
  return found === '' ? `The condition stops too early. Expected ${needs}.` : `“${found}” does not fit here. Expected ${needs}.`;
}

const isPunctuation = ({ name }: SyntaxNode): boolean => ['(', ')', 'Bar', 'Tilde', 'Operator'].includes(name);

/** The text between the parts of a node and, for brackets, around them. */
function glueOf(node: SyntaxNode, parts: readonly SyntaxNode[], text: string): string[] {
  const edges = [node.from, ...parts.flatMap((part) => [part.from, part.to]), node.to];
  return edges.flatMap((from, i) => (i % 2 === 0 ? [text.slice(from, edges[i + 1])] : []));
}

function conditionOf(node: SyntaxNode, text: string): Condition {
  if (node.name === 'Comparison') return comparisonOf(node, text);
  const parts = childrenOf(node).filter((child) => !isPunctuation(child));
  const origin = { span: spanOf(node), glue: glueOf(node, parts, text) };
  const read = parts.map((part) => conditionOf(part, text));
  if (node.name === 'And' || node.name === 'Or') return { kind: node.name === 'And' ? 'and' : 'or', parts: read, ...origin };
  const [of] = read;
  if (!of) throw new Error(`an empty ${node.name}`);
  return { kind: 'group', of, ...origin };
}

/** Spaces before and after the whole condition belong to its outermost part. */
function withEdges(tree: Condition, text: string): Condition {
  const { span, glue = [] } = tree;
  if (!span) return tree;
  const [first = '', ...rest] = glue;
  const last = rest.pop() ?? '';
  return { ...tree, glue: [text.slice(0, span.at) + first, ...rest, last + text.slice(span.to)] };
}

function comparisonOf(node: SyntaxNode, text: string): Comparison {
  const [fieldNode, operatorNode, valueNode] = childrenOf(node);
  if (!fieldNode || !operatorNode || !valueNode) throw new Error('a comparison has three parts');
  const field = readFieldRef(fieldNode, text);
  const operator = operatorNamed(text.slice(operatorNode.from, operatorNode.to));
  if (!operator) throw new Error('the grammar knows an operator that the table does not');
  const choices = childrenOf(valueNode).filter((child) => child.name === 'Choice');
  const parts = choices.map((choice) => childrenOf(choice).filter((child) => !isPunctuation(child)));
  const value = parts.map((choice) => choice.map((part) => operandOf(part, text)));
  const origin = { span: spanOf(node), glue: glueOf(node, [fieldNode, ...parts.flat()], text) };
  const comparison: Comparison = { kind: 'comparison', field, operator: operator.name, value, ...origin };
  const problem = meaningProblem(comparison, spanOf(valueNode));
  if (problem) throw new Unreadable(problem);
  return comparison;
}

/** Reports an operator that does not fit its field or value. */
function meaningProblem({ operator, value, field }: Comparison, span: Span): TextProblem | null {
  const entry = operatorNamed(operator);
  if (entry?.compares === 'state') {
    const [only] = value.length === 1 ? (value[0] ?? []) : [];
    const isState = value[0]?.length === 1 && only?.kind === 'text' && stateNamed(only.text) !== undefined;
    return isState ? null : { ...span, expected: ['a value'], words: `After “is” comes ${listed(states)}.` };
  }
  const parts = Math.max(...value.map((choice) => choice.length));
  const type = typeOf(field);
  const mayHaveParts = operator.endsWith('contain') || operator === 'contains' || (entry?.compares === 'same' && type !== 'text');
  if (parts > 1 && !mayHaveParts) {
    const words = '“~” joins parts after contains, or the two ends of a range after equal on a number or date.';
    return { ...span, expected: ['a value'], words };
  }
  if (parts > 2 && entry?.compares === 'same') return { ...span, expected: ['a value'], words: 'A range has two ends: from~to.' };
  return null;
}

const typeOf = ({ fieldId: id }: FieldRef): 'text' | 'other' => {
  const type = fieldOf(id)?.type;
  return id !== fieldId.variable && (type === 'text' || type === 'lookup' || type === 'yes-no') ? 'text' : 'other';
};

function operandOf(node: SyntaxNode, text: string): Operand {
  const written = text.slice(node.from, node.to);
  const origin = { span: spanOf(node), written };
  if (node.name === 'Quoted') return { kind: 'text', text: unquoted(written), ...origin };
  if (node.name === 'Bare') return { kind: 'text', text: written.replaceAll(/\s+/g, ' '), ...origin };
  const [fieldNode, offsetNode] = childrenOf(node);
  if (!fieldNode) throw new Error('a value without a field');
  const offset = offsetNode ? Number(text.slice(offsetNode.from, offsetNode.to).replaceAll(' ', '')) : 0;
  if (isToday(text.slice(fieldNode.from, fieldNode.to))) return { kind: 'today', offset, ...origin };
  return { kind: 'field', field: readFieldRef(fieldNode, text), offset, ...origin };
}
