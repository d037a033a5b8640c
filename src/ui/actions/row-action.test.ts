import { expect, test } from 'vitest';
import { arranged, labelOf, type RowAction } from './row-action.ts';

type Shift = { name: string; removed: boolean };
const shift: Shift = { name: 'Nights', removed: false };
const action = (label: string, more: Partial<RowAction<Shift>> = {}): RowAction<Shift> => ({
  label,
  run: () => undefined,
  ...more,
});
const labels = (row: Shift, actions: readonly RowAction<Shift>[]) => {
  const { button, menu } = arranged(row, actions);
  return [button && labelOf(button, row), menu.map((one) => labelOf(one, row))];
};

test('the first action is the button, the rest are in the menu', () => {
  expect(labels(shift, [action('Edit'), action('Copy'), action('Remove', { danger: true })])).toEqual([
    'Edit',
    ['Copy', 'Remove'],
  ]);
});

test('a dangerous action is a button only if it is the only action', () => {
  expect(labels(shift, [action('Remove', { danger: true }), action('Copy')])).toEqual(['Copy', ['Remove']]);
  expect(labels(shift, [action('Revoke', { danger: true })])).toEqual(['Revoke', []]);
  expect(labels(shift, [action('Revoke', { danger: true }), action('Wipe', { danger: true })])).toEqual([
    null,
    ['Revoke', 'Wipe'],
  ]);
});

test('an action that does not fit the row or the user is left out', () => {
  const actions = [action('Edit', { when: false }), action('Restore', { when: ({ removed }) => removed })];
  expect(labels(shift, actions)).toEqual([null, []]);
  expect(labels({ ...shift, removed: true }, actions)).toEqual(['Restore', []]);
});

test('a label may depend on the row', () => {
  const toggle = action('', { label: ({ removed }) => (removed ? 'Restore' : 'Remove') });
  expect([labelOf(toggle, shift), labelOf(toggle, { ...shift, removed: true })]).toEqual(['Remove', 'Restore']);
});
