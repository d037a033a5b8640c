import { expect, test } from 'vitest';
import type { Comparison, Condition, Joined } from '#domain/rules/language/condition.ts';
import { added, boxOf, changedAt, emptyBox, emptyRow, moved, treeOf } from './builder.ts';

const compared = (fieldId: number, text: string): Comparison => ({
  kind: 'comparison',
  field: { fieldId, variable: null },
  operator: 'equal',
  value: [[{ kind: 'text', text }]],
});
const rn = compared(8, 'RN');
const ca = compared(13, 'CA');
const ny = compared(13, 'NY');
const anyState: Condition = { kind: 'group', of: { kind: 'or', parts: [ca, ny] } };
const tree: Condition = { kind: 'and', parts: [rn, anyState] };
const treeIn = (box: Parameters<typeof treeOf>[0]) => {
  const finished = treeOf(box);
  return finished.ok ? finished.tree : finished.at;
};

test('The builder keeps the original object for every part that it did not change', () => {
  expect(treeIn(boxOf(tree))).toBe(tree);
  const changed = changedAt(boxOf(tree), [1, 1], (node) =>
    node.kind === 'row' ? { ...node, value: [[{ kind: 'text', text: 'NJ' }]] } : node,
  );
  const after = treeIn(changed) as Joined;
  expect(after.parts[0]).toBe(rn);
  expect(after).toEqual({ kind: 'and', parts: [rn, { kind: 'group', of: { kind: 'or', parts: [ca, compared(13, 'NJ')] } }] });
});

test('A single condition, a group of one and an empty condition survive a round trip', () => {
  for (const each of [rn, null, { kind: 'group', of: rn } as const, anyState]) expect(treeIn(boxOf(each))).toEqual(each);
});

test('treeOf returns the path of an unfinished row and loses nothing', () => {
  const box = added(boxOf(tree), [1], emptyRow);
  expect(treeIn(box)).toEqual([1, 2]);
  expect(treeIn(changedAt(box, [1, 2], () => null))).toEqual(tree);
});

test('Removing the last row of a box removes the box', () => {
  const box = added(boxOf(rn), [], emptyBox('or'));
  expect(treeIn(changedAt(box, [1, 0], () => null))).toBe(rn);
});

test('Boxes with different joins get brackets where the meaning requires them', () => {
  const any = { ...boxOf({ kind: 'or', parts: [ca, ny] }), join: 'and' as const };
  expect(treeIn(any)).toEqual({ kind: 'and', parts: [ca, ny] });
  const within = added(boxOf(rn), [], { ...boxOf({ kind: 'or', parts: [ca, ny] }) });
  expect(treeIn(within)).toEqual(tree);
});

test('A row moves within its box and stops at its ends', () => {
  expect(treeIn(moved(boxOf(tree), [0], 1))).toEqual({ kind: 'and', parts: [anyState, rn] });
  expect(treeIn(moved(boxOf(tree), [0], -1))).toEqual(tree);
});
