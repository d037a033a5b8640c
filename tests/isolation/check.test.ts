import { describe, expect, test } from 'vitest';
import { checkTransactions } from './check.ts';
import { type Cell, type Read, type Txn, type Value, valueKey, type Write } from './model.ts';

const x = '1/1/x';
const y = '1/2/y';
const txn = (name: string, over: Partial<Txn> = {}): Txn => ({
  name,
  session: null,
  customer: 1,
  reads: [],
  writes: [],
  began: null,
  ended: null,
  rev: null,
  ...over,
});
const w = (cell: Cell, before: Value, value: Value): Write => ({ cell, before, value });
const r = (cell: Cell, value: Value): Read => ({ cell, value });
const check = (txns: readonly Txn[], aborted: ReadonlyMap<string, string> = new Map()) =>
  checkTransactions({
    txns,
    initial: new Map([
      [x, 0],
      [y, 0],
    ]),
    aborted,
  });
const kinds = (txns: readonly Txn[], aborted?: ReadonlyMap<string, string>) => check(txns, aborted).map(({ kind }) => kind);

describe('histories of each class of anomaly', () => {
  test('[K12] G0: two transactions overwrote each other in two orders', () => {
    const found = check([txn('A', { writes: [w(x, 0, 1), w(y, 2, 1)] }), txn('B', { writes: [w(x, 1, 2), w(y, 0, 2)] })]);
    expect(found.map(({ kind }) => kind)).toEqual(['G0']);
    expect(found[0]?.steps.toSorted()).toEqual([
      'A wrote 1 to x of job 1 of customer 1, which B replaced with 2',
      'B wrote 2 to y of job 2 of customer 1, which A replaced with 1',
    ]);
  });

  test('[K12] G1a: a read of a refused value', () => {
    expect(kinds([txn('A', { reads: [r(x, 5)] })], new Map([[valueKey(x, 5), 'B']]))).toEqual(['G1a aborted read']);
    expect(kinds([txn('A', { reads: [r(x, 5)] })])).toEqual(['unknown value']);
  });

  test('[K12] G1b: a read of a value that its transaction replaced', () => {
    const writer = txn('A', { writes: [w(x, 0, 1), w(x, 1, 2)] });
    const found = kinds([writer, txn('B', { reads: [r(x, 1)] })]);
    expect(found).toContain('G1b intermediate read');
  });

  test('[K12] G1c: two transactions read each other’s values', () => {
    expect(
      kinds([txn('A', { writes: [w(x, 0, 1)], reads: [r(y, 1)] }), txn('B', { writes: [w(y, 0, 1)], reads: [r(x, 1)] })]),
    ).toEqual(['G1c']);
  });

  test('[K12] G-single: a read saw one of two values that were written together', () => {
    const found = check([txn('A', { writes: [w(x, 0, 1), w(y, 0, 1)] }), txn('B', { reads: [r(x, 1), r(y, 0)] })]);
    expect(found.map(({ kind }) => kind)).toEqual(['G-single']);
    expect(found[0]?.words).toContain('2 transactions');
    expect(found[0]?.steps).toEqual([
      'B read 0 in y of job 2 of customer 1, which A replaced with 1',
      'A wrote 1 to x of job 1 of customer 1, which B read',
    ]);
  });

  test('[K12] lost update: two transactions replaced the same value', () => {
    expect(kinds([txn('A', { writes: [w(x, 0, 1)] }), txn('B', { writes: [w(x, 0, 2)] })])).toEqual(['lost update', 'G-single']);
  });

  test('[K12] G2: write skew', () => {
    const found = kinds([
      txn('A', { reads: [r(x, 0)], writes: [w(y, 0, 1)] }),
      txn('B', { reads: [r(y, 0)], writes: [w(x, 0, 1)] }),
    ]);
    expect(found).toEqual(['G2']);
  });

  test('[K12] a value that was written twice', () => {
    expect(kinds([txn('A', { writes: [w(x, 0, 1)] }), txn('B', { writes: [w(x, 1, 1)] })])).toContain('applied twice');
  });

  test('[K12] a session that does not see its own write', () => {
    const found = kinds([
      txn('A', { session: 's', writes: [w(x, 0, 1)], began: 1 }),
      txn('B', { session: 's', reads: [r(x, 0)], began: 3 }),
    ]);
    expect(found).toEqual(['G-single against session order']);
  });

  test('[K12] a read at a revision that misses a commit below it', () => {
    const found = check([
      txn('A', { writes: [w(x, 0, 1)], rev: 5 }),
      txn('B', { writes: [w(y, 0, 1)], rev: 6 }),
      txn('C', { writes: [w(y, 1, 2)], rev: 7 }),
      txn('D', { reads: [r(x, 0), r(y, 2)], rev: 7 }),
    ]);
    expect(found.map(({ kind }) => kind)).toEqual(['G-single against revision order']);
    expect(found[0]?.steps.join('; ')).toContain('A comes before D by revision (5, 7)');
  });

  test('[K12] a read that began after a write had ended and misses it', () => {
    const found = check([
      txn('A', { writes: [w(x, 0, 1)], began: 1, ended: 2 }),
      txn('other', { began: 3, ended: 4 }),
      txn('B', { reads: [r(x, 0)], began: 5, ended: 6 }),
    ]);
    expect(found.map(({ kind }) => kind)).toEqual(['G-single against real-time order']);
    expect(found[0]?.steps).toEqual([
      'B read 0 in x of job 1 of customer 1, which A replaced with 1',
      'A had ended before B began',
    ]);
  });

  test('of several cycles in one set of transactions, the shortest is reported', () => {
    const long = Array.from({ length: 50 }, (_, i) =>
      txn(`T${i}`, { writes: [w(x, i, i + 1)], reads: i === 0 ? [r(y, 1)] : [] }),
    );
    const found = check([...long, txn('last', { reads: [r(x, 50), r(x, 1)], writes: [w(y, 0, 1)] })]);
    expect(found[0]).toMatchObject({ kind: 'G1c' });
    expect(found[0]?.steps.length).toBe(2);
  });
});

describe('histories without an anomaly', () => {
  test('transactions one after another, with reads between them', () => {
    const txns = [
      txn('A', { session: 's', writes: [w(x, 0, 1), w(x, 1, 2)], began: 1, ended: 2, rev: 1 }),
      txn('B', { session: 't', reads: [r(x, 2), r(y, 0)], began: 3, ended: 4, rev: 1 }),
      txn('C', { session: 's', writes: [w(y, 0, 1)], began: 3, ended: 6, rev: 2 }),
      txn('D', { session: 't', reads: [r(x, 2), r(y, 0)], began: 5, ended: 6, rev: 1 }),
      txn('E', { session: 't', reads: [r(y, 1)], began: 7, ended: 8, rev: 2 }),
    ];
    expect(check(txns)).toEqual([]);
  });

  test('a change without an answer may have taken effect or not', () => {
    const unknown = txn('A', { writes: [w(x, 0, 1)], began: 1, ended: null });
    expect(check([unknown, txn('B', { reads: [r(x, 0)], began: 2, ended: 3 })])).toEqual([]);
    expect(check([unknown, txn('B', { reads: [r(x, 1)], began: 2, ended: 3 })])).toEqual([]);
  });
});

/** A serial history of many sessions on a few cells, in which each transaction is concurrent with its neighbors. */
function serial(count: number): Txn[] {
  const latest = new Map<Cell, Value>();
  const cells = Array.from({ length: 18 }, (_, i) => `1/${i}/z`);
  return Array.from({ length: count }, (_, i) => {
    const cell = cells[i % cells.length] ?? x;
    const common = { session: `s${i % 8}`, began: 2 * i - 13, ended: 2 * i + 2 };
    if (i % 3 === 0) return txn(`R${i}`, { ...common, reads: cells.map((of) => r(of, latest.get(of) ?? null)), rev: i - 1 });
    const write = w(cell, latest.get(cell) ?? null, i + 1);
    latest.set(cell, i + 1);
    return txn(`W${i}`, { ...common, writes: [write], rev: i });
  });
}

test('[K12] a sound history of 100,000 transactions has no anomaly', () => {
  const txns = serial(100_000);
  const began = performance.now();
  expect(check(txns)).toEqual([]);
  console.info(`100,000 transactions checked in ${Math.round(performance.now() - began)} ms`);
});

test('[K12] among many sound reads, one that is too old is found and named', () => {
  const txns = serial(9000);
  const at = 6000;
  const [other, first, ...others] = txns[at]?.reads ?? [];
  const stale = txns.slice(0, at - 1000).findLast(({ writes }) => writes[0]?.cell === first?.cell)?.writes[0];
  if (!other || !first || !stale) throw new Error('the history has no such read');
  const reads = [other, { ...first, value: stale.before }, ...others];
  const found = check(txns.with(at, { ...txn('broken'), ...txns[at], reads, name: 'broken' }));
  expect(found).toHaveLength(1);
  // Over values alone the cycle is long. With an order it is the read and the write that it missed.
  expect(found[0]?.kind).toBe('G2');
  expect(found[0]?.words).toMatch(
    /^2 transactions each come before the next \(G-single against [a-z-]+ order\): broken -> W\d+ -> broken$/,
  );
  expect(found[0]?.steps).toHaveLength(2);
});
