import { expect, test } from 'vitest';
import { isOwnPath } from './return-path.ts';

test('only paths inside the app are places to return to, and none that signs in', () => {
  expect(['/staging', '/users/edit/7?tab=rights'].map(isOwnPath)).toEqual([true, true]);
  const others = ['//evil.example', '/\\evil.example', 'https://evil.example', '/login', '/agency-sign-on/x.test', '', null, 7];
  expect(others.filter(isOwnPath)).toEqual([]);
});
