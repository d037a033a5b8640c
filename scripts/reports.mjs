// Reads the reports of vitest and Playwright: how many tests passed and failed, and how long each took.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './tasks.mjs';

/**
 * Counts and tests of a report file: `{ passed, failed, tests: [{ name, seconds }] }`. A skipped or flaky test counts as failed,
 * because it proved nothing. A missing file has zero counts.
 */
export function readReport(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0, tests: [] };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return report.stats ? ofPlaywright(report) : ofVitest(report);
}

function ofVitest(report) {
  const tests = report.testResults.flatMap((one) =>
    one.assertionResults.map(({ fullName, duration }) => ({
      name: `${relative(root, one.name)}: ${fullName}`,
      seconds: (duration ?? 0) / 1000,
    })),
  );
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: report.numFailedTests + skipped, tests };
}

function ofPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  const tests = report.suites
    .flatMap((suite) => specsOf(suite))
    .map(({ file, title, tests }) => ({
      name: `tests/e2e/${file}: ${title}`,
      seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
    }));
  return { passed: expected, failed: unexpected + flaky + skipped, tests };
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/** The slowest tests of several reports, one per line. */
export function slowest(tests, count) {
  const sorted = tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
  return sorted.map(
    ({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name.length > 140 ? `${name.slice(0, 139)}…` : name}`,
  );
}
