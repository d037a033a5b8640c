import { describe, expect, test } from 'vitest';
import { hasPattern, patternProblem, replacePattern } from '#domain/rules/language/pattern.ts';
import { renewPatternUnits } from '#domain/rules/language/pattern-work.ts';
import { costlyPatterns, longTexts } from './costly-patterns.ts';

/** Processor time per text. The limits are set for half of it, since a machine may be slower (docs/decisions/0040). */
const mostMs = 100;

/** The least processor time of up to three tries: the first one may include the compiler's own work. */
function cpuMs(run: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3 && least > mostMs; i++) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const outcomes = costlyPatterns.map(([kind, pattern]) => [kind, pattern, patternProblem(pattern)] as const);

describe('a costly pattern is refused at save or answers within its time', () => {
  test.each(outcomes)('%s', (_, pattern, problem) => {
    if (problem !== null) {
      expect(cpuMs(() => patternProblem(`${pattern}(?:)`))).toBeLessThan(mostMs);
      expect(problem).toMatch(/takes too much work|cannot be read|at most/);
      return;
    }
    for (const [name, text] of longTexts) {
      for (const run of [() => hasPattern(text, pattern), () => replacePattern(text, pattern, '<$&>')])
        expect(
          cpuMs(() => {
            renewPatternUnits();
            run();
          }),
          name,
        ).toBeLessThan(mostMs);
    }
  });
});

test('the corpus has patterns of both outcomes', () => {
  const refused = outcomes.filter(([, , problem]) => problem !== null).length;
  expect(costlyPatterns.length).toBeGreaterThanOrEqual(40);
  expect(refused).toBeGreaterThan(8);
  expect(outcomes.length - refused).toBeGreaterThan(25);
});
