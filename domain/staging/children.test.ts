import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { childrenOf, mostOrdersAbove, type ParentLink, parentOf, refusedParents } from './children.ts';

const link = (providerJobId: string, parentJobId: string | null = null): ParentLink => ({ providerJobId, parentJobId });
const whys = (stated: ParentLink[], known: ParentLink[] = []) =>
  Object.fromEntries(refusedParents(stated, known).map(({ providerJobId, why }) => [providerJobId, why]));

describe('parents that cannot be', () => {
  test('a job itself, and every job of a circle, but not those that lead into it', () => {
    expect(whys([link('S', 'S'), link('A', 'B'), link('B', 'C'), link('C', 'A'), link('K', 'A'), link('O')])).toEqual({
      S: 'self',
      A: 'cycle',
      B: 'cycle',
      C: 'cycle',
    });
  });
  test('one too deep begins an order of its own', () => {
    expect(whys(Array.from({ length: 9 }, (_, i) => link(`${i + 1}`, `${i}`)))).toEqual({ 4: 'deep', 8: 'deep' });
  });
  test('also with jobs that are there: those keep their parents', () => {
    expect(whys([link('1', '0')], [link('2', '1'), link('3', '2'), link('4', '3')])).toEqual({ 1: 'deep' });
    expect(whys([link('1', '2')], [link('2', '1')])).toEqual({ 1: 'cycle' });
    expect(whys([link('2')], [link('2', '2')])).toEqual({});
  });
});

test('without the refused parents no job leads to itself or is too deep, whatever the order of the jobs', () => {
  const id = fc.integer({ min: 0, max: 30 }).map(String);
  const jobs = fc.uniqueArray(fc.record({ providerJobId: id, parentJobId: fc.option(id) }), {
    selector: ({ providerJobId }) => providerJobId,
  });
  fc.assert(
    fc.property(jobs, fc.integer({ min: 0, max: 30 }), (all, at) => {
      const bad = whys(all);
      expect(whys([...all.slice(at), ...all.slice(0, at)])).toEqual(bad);
      const parents = new Map(all.map((job) => [job.providerJobId, job.providerJobId in bad ? null : job.parentJobId]));
      for (const { providerJobId } of all) {
        let above = 0;
        for (let up = parents.get(providerJobId); up !== null && up !== undefined; up = parents.get(up)) above += 1;
        expect(above).toBeLessThanOrEqual(mostOrdersAbove);
        if (above > mostOrdersAbove) break;
      }
      // The rest is sound, so that staging it again refuses nothing.
      const rest = [...parents].map(([job, parent]) => link(job, parent));
      expect(refusedParents(rest, [])).toEqual([]);
    }),
  );
});

test('20,000 jobs in one chain take less than two seconds', () => {
  const chain = Array.from({ length: 20_000 }, (_, i) => link(`${i + 1}`, `${i}`));
  const from = performance.now();
  expect(refusedParents(chain, [])).toHaveLength(5000);
  expect(performance.now() - from).toBeLessThan(2000);
});

test('children and parent are found by the vendor’s ids within one source', () => {
  const order = { id: 1, sourceId: 3, ...link('O') };
  const part = { id: 2, sourceId: 3, ...link('P', 'O') };
  const other = { id: 3, sourceId: 4, ...link('Q', 'O') };
  expect(childrenOf([order, part, other], order)).toEqual([part]);
  expect(parentOf([order, part, other], part)).toBe(order);
  expect(parentOf([order, part, other], other)).toBeUndefined();
});
