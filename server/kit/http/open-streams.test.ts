import { expect, test } from 'vitest';
import { createOpenStreams } from './open-streams.ts';

test('streams are limited by user and by address, and one that ends makes room once', () => {
  const streams = createOpenStreams({ user: 2, address: 3 });
  const first = streams.open('ann', 'office');
  expect(streams.open('ann', 'office')).not.toBeNull();
  expect(streams.open('ann', 'office'), 'a third of one user').toBeNull();
  expect(streams.open('bob', 'office')).not.toBeNull();
  expect(streams.open('cleo', 'office'), 'a fourth at one address').toBeNull();
  expect(streams.open('cleo', 'home')).not.toBeNull();
  first?.();
  first?.();
  expect(streams.open('ann', 'office')).not.toBeNull();
  expect(streams.open('dora', 'office'), 'a stream that ended twice made room for one only').toBeNull();
});
