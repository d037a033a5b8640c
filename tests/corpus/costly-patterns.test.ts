import { describe, expect, test } from 'vitest';
import { hasPattern, patternProblem, replacePattern } from '#domain/rules/language/pattern.ts';
import { patternLimits, renewPatternUnits } from '#domain/rules/language/pattern-work.ts';
import { threadMs } from '#tests/support/watch-loop.ts';
import { costlyPatterns, longTexts } from './costly-patterns.ts';

/** The widest pattern that is accepted, over the longest text: the most work that a rule may do on a job (docs/decisions/0040). */
const widest = { pattern: String.raw`(?:\w?){98}[0-9]$`, text: 'a'.repeat(patternLimits.text) };
/** What a pattern may take, as a multiple of the most work. */
const mostTimes = 1.4;
const mostTries = 10;
/** A pattern that takes less processor time than this needs no comparison. */
const littleMs = 40;

function cpuMs(run: () => void): number {
  const before = threadMs();
  run();
  return threadMs() - before;
}

function doMostWork(): void {
  renewPatternUnits();
  hasPattern(widest.text, widest.pattern);
}

/**
 * Processor time as a multiple of the most work, which is measured right after it: a slow or busy machine slows both. The least of up
 * to ten tries: the first one may include the compiler's own work, and on a busy machine what runs beside slows one of the two more. A
 * pattern that takes too long takes too long in every try.
 */
function timesMostWork(run: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < mostTries && least > mostTimes; i++) {
    const ms = cpuMs(run);
    least = Math.min(least, ms < littleMs ? 0 : ms / cpuMs(doMostWork));
  }
  return least;
}

const outcomes = costlyPatterns.map(([kind, pattern]) => [kind, pattern, patternProblem(pattern)] as const);

describe('a costly pattern is refused at save or takes no more time than a rule may', () => {
  test.each(outcomes)('%s', (_, pattern, problem) => {
    if (problem !== null) {
      expect(timesMostWork(() => patternProblem(`${pattern}(?:)`))).toBeLessThan(mostTimes);
      expect(problem).toMatch(/takes too much work|cannot be read|at most/);
      return;
    }
    for (const [name, text] of longTexts) {
      for (const run of [() => hasPattern(text, pattern), () => replacePattern(text, pattern, '<$&>')])
        expect(
          timesMostWork(() => {
            renewPatternUnits();
            run();
          }),
          name,
        ).toBeLessThan(mostTimes);
    }
  });
});

test('the widest pattern is accepted, and a wider one is refused', () => {
  expect(patternProblem(widest.pattern)).toBeNull();
  expect(patternProblem(widest.pattern.replace('98', '99'))).toMatch(/takes too much work/);
});

test('the corpus has patterns of both outcomes', () => {
  const refused = outcomes.filter(([, , problem]) => problem !== null).length;
  expect(costlyPatterns.length).toBeGreaterThanOrEqual(40);
  expect(refused).toBeGreaterThan(8);
  expect(outcomes.length - refused).toBeGreaterThan(25);
});
