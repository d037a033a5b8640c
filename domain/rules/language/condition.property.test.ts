import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyConditionText } from '#tests/support/factories/any-condition.ts';
import type { Condition } from './condition.ts';
import { parseCondition } from './parse-condition.ts';
import { printCondition } from './print-condition.ts';

const runs = { seed: 51, numRuns: 500 };

const treeOf = (text: string): Condition => {
  const parsed = parseCondition(text);
  if ('problem' in parsed) throw new Error(`${text}\n${parsed.problem.words}`);
  if (!parsed.tree) throw new Error('an empty tree');
  return parsed.tree;
};

/** A tree without the original text it remembers. */
const bareTree = (tree: unknown): unknown => {
  if (Array.isArray(tree)) return tree.map(bareTree);
  if (typeof tree !== 'object' || tree === null) return tree;
  const kept = Object.entries(tree).filter(([key]) => !['span', 'written', 'glue'].includes(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, bareTree(value)]));
};

test('[R21] text -> tree -> text gives the same text, including spaces, letter case and spellings', { timeout: 60_000 }, () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(fc.tuple(fc.constantFrom('', ' ', '\n'), anyConditionText()), ([edge, text]) => {
      const whole = edge + text + edge;
      const tree = treeOf(whole);
      kinds.add(tree.kind);
      expect(printCondition(tree)).toBe(whole);
    }),
    runs,
  );
  expect([...kinds].sort()).toEqual(['and', 'comparison', 'group', 'or']);
});

test('tree -> text -> tree gives the same tree if a builder made it, without an original text', {
  timeout: 60_000,
}, () => {
  fc.assert(
    fc.property(anyConditionText(), (text) => {
      const made = bareTree(treeOf(text)) as Condition;
      const printed = printCondition(made);
      expect(bareTree(treeOf(printed))).toEqual(made);
      expect(printCondition(bareTree(treeOf(printed)) as Condition)).toBe(printed);
    }),
    runs,
  );
});

test('whatever is removed from or inserted into a text, the result is a tree or a problem with its place in the text', {
  timeout: 60_000,
}, () => {
  let problems = 0;
  fc.assert(
    fc.property(
      anyConditionText(),
      fc.nat(),
      fc.constantFrom('', '(', ')', '"', '[', ']', '|', '~', 'and', ' or ', '!', '\\'),
      (text, n, put) => {
        const at = n % (text.length + 1);
        const broken = text.slice(0, at) + put + text.slice(at + (put === '' ? 3 : 0));
        const parsed = parseCondition(broken);
        if ('tree' in parsed) return;
        problems++;
        const { at: from, to, words } = parsed.problem;
        expect(0 <= from && from <= to && to <= broken.length).toBe(true);
        expect(words.length).toBeGreaterThan(10);
      },
    ),
    runs,
  );
  expect(problems).toBeGreaterThan(100);
});
