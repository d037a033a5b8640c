import { expect, test } from 'vitest';
import { givers } from './who-can.tsx';

test('The people who can give a right are named, and without any, the support is', () => {
  expect(givers(['Marcus Bell'], 'Change targets', 'Harborview')).toBe('Marcus Bell can give you the right “Change targets”.');
  expect(givers(['Ann Reyes', 'Ben Ortiz', 'Dana Fox'], 'Upload files of jobs', 'Harborview')).toBe(
    'Ann Reyes, Ben Ortiz, or Dana Fox can give you the right “Upload files of jobs”.',
  );
  expect(givers([], 'Change targets', 'Harborview')).toBe(
    'No one at Harborview can give you the right “Change targets”. Ask Jobdock support.',
  );
});
