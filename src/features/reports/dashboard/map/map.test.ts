import { describe, expect, test } from 'vitest';
import { calloutsOf } from './callouts.ts';
import { mostZoom, panned, showing, wholeView, zoomed } from './map-view.ts';
import { nearestIn } from './nearest.ts';
import { mapCodes } from './places.ts';
import { plane, stateShapes } from './state-shapes.ts';
import { stepOf, stepsOf } from './steps.ts';

test('the atlas has every state that the map counts, and every callout', () => {
  expect(stateShapes.map(({ code }) => code).sort()).toEqual([...mapCodes].sort());
  expect(calloutsOf(stateShapes)).toHaveLength(8);
});

describe('steps of color', () => {
  test('hold about the same number of states each; none is a step of its own', () => {
    const figures = Array.from({ length: 50 }, (_, i) => i);
    const steps = stepsOf(figures);
    expect(steps.map(({ from, to }) => [from, to])).toEqual([
      [1, 10],
      [11, 20],
      [21, 30],
      [31, 40],
      [41, 49],
    ]);
    expect([0, 1, 10, 11, 49].map((figure) => stepOf(figure, steps))).toEqual([0, 1, 1, 2, 5]);
  });

  test.each([[[]], [[0, 0]], [[7]], [[1, 1, 1, 1]], [[1, 1, 1, 1, 1, 1, 9]], [[3, 8]]])(
    'of %j cover every figure above zero once, without overlap',
    (figures) => {
      const steps = stepsOf(figures);
      for (const figure of figures.filter((one) => one > 0)) {
        expect(steps.filter(({ from, to }) => figure >= from && figure <= to)).toHaveLength(1);
        expect(steps.find(({ step }) => step === stepOf(figure, steps))).toMatchObject({ step: expect.any(Number) });
      }
      expect(steps.length > 0).toBe(figures.some((figure) => figure > 0));
    },
  );
});

describe('arrow keys', () => {
  test.each([
    ['CO', 'ArrowRight', 'KS'],
    ['CO', 'ArrowLeft', 'UT'],
    ['CO', 'ArrowUp', 'WY'],
    ['CO', 'ArrowDown', 'NM'],
    ['ME', 'ArrowRight', null],
    ['CO', 'Enter', null],
  ])('from %s, %s leads to %s', (from, key, to) => {
    expect(nearestIn(stateShapes, from, key)?.code ?? null).toBe(to);
  });

  test('reach every state', () => {
    const reached = new Set(['TX']);
    for (const code of reached)
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
        const next = nearestIn(stateShapes, code, key);
        if (next) reached.add(next.code);
      }
    expect(mapCodes.filter((code) => !reached.has(code))).toEqual([]);
  });
});

test('zoom stays between 1 and 8, keeps the point under the pointer, and shows nothing beside the map', () => {
  expect(zoomed(wholeView, 0.5)).toEqual(wholeView);
  expect(zoomed(wholeView, 100).scale).toBe(mostZoom);
  const at = [300, 300] as const;
  const close = zoomed(wholeView, 2, at);
  // Where the point is from the middle of the screen, in pixels of the plane.
  expect((at[0] - close.x) * close.scale).toBeCloseTo((at[0] - wholeView.x) * wholeView.scale);
  expect(panned(close, [10_000, 10_000])).toMatchObject({ x: plane.x + plane.width / 4, y: plane.y + plane.height / 4 });
  expect(panned(wholeView, [50, 50])).toEqual(wholeView);
  expect(showing(zoomed(wholeView, 8), [300, 300])).toMatchObject({ x: 300, y: 300 });
});
