import { expect, test } from 'vitest';
import { exportMail, exportWords, tooManyForExcel } from './export-words.ts';

test('a finished file says how many rows it has in how many sheets, and which texts Excel cuts', () => {
  expect(exportWords('xlsx', [{ name: 'Rules', rows: 1 }], 0)).toBe('The file has 1 row in 1 sheet.');
  const two = [
    { name: 'Jobs', rows: 100_000 },
    { name: 'Rules', rows: 2 },
  ];
  expect(exportWords('zip', two, 0)).toBe('The file has 100,002 rows in 2 CSV files.');
  expect(exportWords('xlsx', two, 2)).toBe(
    'The file has 100,002 rows in 2 sheets. 2 texts are longer than Excel takes and cut there. CSV files have them whole.',
  );
});

test('more rows than a sheet takes are named, with the kind of file that has them', () => {
  expect(tooManyForExcel([{ name: 'Jobs', rows: 10 }], 10)).toBeNull();
  expect(tooManyForExcel([{ name: 'Jobs', rows: 1_048_576 }], 1_048_575)).toBe(
    'Jobs has 1,048,576 rows, and a sheet of Excel takes 1,048,575. Choose CSV files in a zip.',
  );
});

test('the email has one line as its subject, and leads to the exports', () => {
  const mail = { person: 'Ann', words: 'Done.', days: 7, link: 'https://a.example/export/2?file=4' };
  const ready = exportMail({ ...mail, customer: 'North\nStaffing', isReady: true });
  expect(ready.subject).toBe('Your export of North Staffing is ready');
  expect(ready.text).toMatch(/within 7 days:\n\nhttps:\/\/a\.example\/export\/2\?file=4\n$/);
  expect(exportMail({ ...mail, customer: 'North', isReady: false }).subject).toBe('Your export of North was not made');
});
