import { expect, test } from 'vitest';
import { isOwnAddress } from './recipients.ts';

const known = new Set(['client@hospital.example']);
const isOwn = (address: string, owner = 'ann@north.example') => isOwnAddress(address, owner, known);

test('colleagues and users need not be asked; others are, also those of a domain that everyone can use', () => {
  expect(isOwn('desk@north.example')).toBe(true);
  expect(isOwn('client@hospital.example')).toBe(true);
  expect(isOwn('boss@hospital.example')).toBe(false);
  expect(isOwn('desk@sub.north.example')).toBe(false);
  expect(isOwn('desk@northx.example')).toBe(false);
  expect(isOwn('eve@gmail.com', 'ann@gmail.com')).toBe(false);
  expect(isOwn('desk@North.example', 'Ann@north.EXAMPLE')).toBe(true);
});
