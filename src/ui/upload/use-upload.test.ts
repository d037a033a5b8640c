import { expect, test } from 'vitest';
import { tooLarge } from './use-upload.ts';

test('a file that is too large is not sent, and the message names the limit', () => {
  expect(tooLarge(20_000_001, 20_000_000)).toBe('The file is larger than 20 MB. Split it.');
  expect(tooLarge(20_000_000, 20_000_000)).toBeNull();
});
