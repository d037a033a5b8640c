import { expect, test } from 'vitest';
import { errorMessage, problemsOf } from './error-message.ts';

test('A form gets the message of each field, or one general sentence for any other failure', () => {
  expect(problemsOf({ kind: 'invalid', fields: { URL: 'Write the whole address' } })).toEqual({ URL: 'Write the whole address' });
  expect(Object.keys(problemsOf({ kind: 'offline' }))).toEqual(['']);
});

test('A limit is shown as one sentence, with or without the service’s final period', () => {
  expect(errorMessage({ kind: 'too_large', limit: 'A file may have 20 MB. Split it.' })).toBe(
    'This is too large. A file may have 20 MB. Split it.',
  );
  expect(errorMessage({ kind: 'too_large', limit: 'Send less at once' })).toBe('This is too large. Send less at once.');
});

test('A refusal names the missing right and who can give it', () => {
  expect(errorMessage({ kind: 'forbidden', needs: 'jobs.post' })).toBe(
    'You need the right “Post jobs to targets”. A user administrator of your agency can give it to you.',
  );
  expect(errorMessage({ kind: 'forbidden', needs: 'admin' })).toBe('Only administrators of the Jobdock provider may do this.');
  // A newer service may name a right that this version does not know.
  expect(errorMessage({ kind: 'forbidden', needs: 'rockets.launch' })).toMatch(/Ask an administrator/);
  expect(errorMessage({ kind: 'forbidden' })).toMatch(/Ask an administrator/);
});
