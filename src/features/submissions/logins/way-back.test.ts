import { expect, test } from 'vitest';
import { wayBack } from './way-back.ts';

test('the way back is a path of Jobdock and nothing else', () => {
  expect(wayBack('/users/edit/7?tab=subTargetsLogins')).toBe('/users/edit/7?tab=subTargetsLogins');
  for (const elsewhere of [null, '', 'https://example.com', '//example.com', '/\\example.com', '/a\\b', '/a\u0009b', 'users'])
    expect(wayBack(elsewhere)).toBeNull();
});
