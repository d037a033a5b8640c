import { expect, test } from 'vitest';
import { CellCache } from './cell-cache.ts';
import type { GridSource } from './grid-source.ts';

type Asked = { from: number; to: number };

function heldSource(rowCount: number, version = 1, value = (id: number) => `v${id}`) {
  const asked: Asked[] = [];
  const answers: (() => void)[] = [];
  const source: GridSource = {
    rowCount,
    order: version,
    version,
    window(from, to, keys) {
      asked.push({ from, to });
      const ids = Array.from({ length: to - from }, (_, i) => from + i);
      const cells = Object.fromEntries(keys.map((key) => [key, ids.map(value)]));
      return new Promise((resolve) => answers.push(() => resolve({ ids, cells })));
    },
    positionOf: async (id) => id,
    ids: async () => [],
  };
  const answer = async () => {
    answers.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { source, asked, answer };
}

test('rows are absent until their window arrives', async () => {
  const { source, asked, answer } = heldSource(1000);
  const cache = new CellCache(() => undefined);
  cache.want(source, ['a'], 10, 40);
  expect(cache.row(12)).toBeUndefined();
  await answer();
  expect(asked).toEqual([{ from: 0, to: 64 }]);
  expect(cache.row(12)?.get('a')).toBe('v12');
});

test('fast scrolling requests only the rows in view when the last response arrived, not those it passed', async () => {
  const { source, asked, answer } = heldSource(100_000);
  const cache = new CellCache(() => undefined);
  cache.want(source, ['a'], 0, 30);
  cache.want(source, ['a'], 20_000, 20_030);
  cache.want(source, ['a'], 64_000, 64_030);
  await answer();
  expect(asked.map((a) => a.from)).toEqual([0, 64_000]);
});

test('scrolling in one direction reads ahead in that direction', async () => {
  const { source, asked, answer } = heldSource(100_000);
  const cache = new CellCache(() => undefined);
  cache.want(source, ['a'], 1000, 1030);
  await answer();
  cache.want(source, ['a'], 1080, 1110);
  await answer();
  // Six steps of 80 rows ahead of row 1110, in whole blocks of 64.
  expect(asked.at(-1)).toEqual({ from: 1088, to: 1600 });
  cache.want(source, ['a'], 50_000, 50_030);
  expect(asked.at(-1)).toEqual({ from: 49_984, to: 50_048 });
});

test('a row with unchanged cells stays the same object after a newer window', async () => {
  const cache = new CellCache(() => undefined);
  const before = heldSource(64, 1);
  cache.want(before.source, ['a'], 0, 64);
  await before.answer();
  const [same, changed] = [cache.row(3), cache.row(4)];
  const after = heldSource(64, 2, (id) => (id === 4 ? 'new' : `v${id}`));
  cache.want(after.source, ['a'], 0, 64);
  await after.answer();
  expect(cache.row(3)).toBe(same);
  expect(cache.row(4)).not.toBe(changed);
  expect(cache.row(4)?.get('a')).toBe('new');
});

test('rows that are still shown from the order before are old until those of the new order arrive', async () => {
  const first = heldSource(100, 1);
  const cache = new CellCache(() => undefined);
  cache.want(first.source, ['a'], 0, 30);
  await first.answer();
  expect(cache.isOld(3)).toBe(false);
  const second = heldSource(100, 2);
  cache.want(second.source, ['a'], 0, 30);
  expect(cache.row(3)).toBeDefined();
  expect(cache.isOld(3)).toBe(true);
  await second.answer();
  expect(cache.isOld(3)).toBe(false);
});
