import { expect, test } from 'vitest';
import { type Done, pushed, undoSteps, without } from './undo-stack.ts';

const step = (n: number): Done => ({ words: `step ${n}`, entries: [n] });
const steps = (count: number) => Array.from({ length: count }, (_, i) => step(i)).reduce(pushed, [] as readonly Done[]);

test('the last step is on top, and the fifty-first removes the oldest', () => {
  const full = steps(undoSteps + 3);
  expect(full).toHaveLength(50);
  expect(full.at(-1)?.words).toBe('step 52');
  expect(full[0]?.words).toBe('step 3');
});

test('undoing a step from its toast keeps the others', () => {
  const three = steps(3);
  const second = three[1];
  expect(second && without(three, second).map((done) => done.words)).toEqual(['step 0', 'step 2']);
});
