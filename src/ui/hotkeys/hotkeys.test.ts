import { expect, test, vi } from 'vitest';
import { createHotkeys, type Press, spell } from './hotkeys.ts';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrl: false,
  meta: false,
  alt: false,
  shift: false,
  inText: false,
  atMs: 0,
  ...more,
});
const hotkey = (keys: string, run: () => void) => ({ keys, words: keys, group: 'Test', run });

test('Ctrl and ⌘ are both “mod”, and a shifted symbol is spelled without “shift”', () => {
  expect(spell(press('k', { ctrl: true }))).toBe('mod+k');
  expect(spell(press('K', { meta: true }))).toBe('mod+k');
  expect(spell(press('?', { shift: true }))).toBe('?');
  expect(spell(press('H', { shift: true }))).toBe('shift+h');
  expect(spell(press(' ', { shift: true }))).toBe('shift+space');
});

test('A sequence runs if its keys follow in time', () => {
  const hotkeys = createHotkeys();
  const run = vi.fn();
  hotkeys.add([hotkey('g s', run)]);
  expect(hotkeys.press(press('g', { atMs: 0 }))).toBe(false);
  expect(hotkeys.press(press('s', { atMs: 400 }))).toBe(true);
  expect(run).toHaveBeenCalledTimes(1);
});

test('A sequence that took too long does nothing', () => {
  const hotkeys = createHotkeys();
  const run = vi.fn();
  hotkeys.add([hotkey('g s', run)]);
  hotkeys.press(press('g', { atMs: 0 }));
  expect(hotkeys.press(press('s', { atMs: 1300 }))).toBe(false);
  expect(run).not.toHaveBeenCalled();
});

test('Letters do nothing in a text field; chords still act', () => {
  const hotkeys = createHotkeys();
  const letter = vi.fn();
  const chord = vi.fn();
  hotkeys.add([hotkey('h', letter), hotkey('mod+k', chord)]);
  hotkeys.press(press('h', { inText: true }));
  hotkeys.press(press('k', { ctrl: true, inText: true }));
  expect(letter).not.toHaveBeenCalled();
  expect(chord).toHaveBeenCalledTimes(1);
});

test('Single letters can be switched off; chords stay', () => {
  const hotkeys = createHotkeys();
  const letter = vi.fn();
  const chord = vi.fn();
  hotkeys.add([hotkey('?', letter), hotkey('mod+k', chord)]);
  hotkeys.allowLetters(false);
  hotkeys.press(press('?'));
  hotkeys.press(press('k', { meta: true }));
  expect([letter.mock.calls.length, chord.mock.calls.length]).toEqual([0, 1]);
});

test('The latest entry shadows an earlier one until it is removed', () => {
  const hotkeys = createHotkeys();
  const page = vi.fn();
  const panel = vi.fn();
  hotkeys.add([hotkey('j', page)]);
  const remove = hotkeys.add([hotkey('j', panel)]);
  hotkeys.press(press('j'));
  remove();
  hotkeys.press(press('j'));
  expect([page.mock.calls.length, panel.mock.calls.length]).toEqual([1, 1]);
});

test('A disabled entry leaves its keys to others', () => {
  const hotkeys = createHotkeys();
  const other = vi.fn();
  hotkeys.add([hotkey('a', other), { ...hotkey('a', vi.fn()), enabled: () => false }]);
  expect(hotkeys.press(press('a'))).toBe(true);
  expect(other).toHaveBeenCalledTimes(1);
});
