import { expect, test } from 'vitest';
import { type RefusedRow, refusedCsv } from './refused-csv.ts';

const rows: RefusedRow[] = [
  {
    row: 2,
    problems: [
      { field: 'billRate', column: '$/hr', value: 'a, "b"', problem: 'Not a rate.', remedy: 'Write a number.' },
      { field: 'title', column: '', value: '=HYPERLINK("http://evil.example")', problem: 'No.', remedy: 'Leave it out.' },
    ],
  },
];

test('Each problem is a line with its row and the vendor’s column if there is one, quoted where needed', () => {
  const [head, first] = refusedCsv(rows).split('\r\n');
  expect(head).toBe('Row,Field,Value,Problem,What to do');
  expect(first).toBe('2,$/hr,"a, ""b""",Not a rate.,Write a number.');
});

test('A value that a spreadsheet would run as a formula is escaped', () => {
  expect(refusedCsv(rows).split('\r\n')[2]).toMatch(/^2,title,"'=HYPERLINK/);
});
