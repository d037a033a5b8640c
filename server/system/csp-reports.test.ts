import { expect, test } from 'vitest';
import { violationsIn } from './csp-reports.ts';

const page = 'https://app.example/staging?customer=7';

test('both formats of browsers are read, without the addresses of pages', () => {
  const old = {
    'csp-report': {
      'document-uri': page,
      'effective-directive': 'script-src-elem',
      'blocked-uri': `${page}#x`,
      'line-number': 3,
    },
  };
  const body = { documentURL: page, effectiveDirective: 'img-src', blockedURL: 'inline' };
  expect(violationsIn(old)).toEqual([{ directive: 'script-src-elem', blocked: 'https://app.example', line: 3 }]);
  expect(
    violationsIn([
      { type: 'csp-violation', url: page, body },
      { type: 'deprecation', body },
    ]),
  ).toEqual([{ directive: 'img-src', blocked: 'inline', line: null }]);
});

test('texts that are no directive and no address are not logged', () => {
  const body = { effectiveDirective: 'Mercy Hospital', blockedURL: 'Ann Reyes' };
  expect(violationsIn([{ type: 'csp-violation', body }])).toEqual([{ directive: 'unknown', blocked: 'unknown', line: null }]);
});

test.each([null, 1, 'text', {}, [[]], { 'csp-report': null }])('an unreadable report is no violation: %j', (report) => {
  expect(violationsIn(report)).toEqual([]);
});

test('a request counts at most ten', () => {
  const body = { effectiveDirective: 'img-src', blockedURL: 'inline' };
  expect(violationsIn(Array.from({ length: 50 }, () => ({ type: 'csp-violation', body })))).toHaveLength(10);
});
