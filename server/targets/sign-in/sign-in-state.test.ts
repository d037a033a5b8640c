import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecrets } from '#server/kit/lib/secrets.ts';
import { beginSignIn, readSignIn } from './sign-in-state.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const secrets = createSecrets(first);
const who = { customerId: 4, targetId: 7, actorId: 12 };
const now = new Date('2026-11-29T10:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test('a state names its person and target for ten minutes, and its verifier fits the challenge', () => {
  const { state, challenge } = beginSignIn(secrets, who, now);
  const read = readSignIn(secrets, state, after(599));
  expect(read).toMatchObject(who);
  expect(
    createHash('sha256')
      .update(read?.verifier ?? '')
      .digest('base64url'),
  ).toBe(challenge);
  expect(readSignIn(secrets, state, after(600))).toBeNull();
  expect(beginSignIn(secrets, who, now).state).not.toBe(state);
});

test('a state that was altered, or given by another installation, is none; one from before a new root key is', () => {
  const { state } = beginSignIn(secrets, who, now);
  expect(readSignIn(secrets, state.replace(/^4\.7\./, '4.8.'), now)).toBeNull();
  expect(readSignIn(secrets, `${state}x`, now)).toBeNull();
  expect(readSignIn(secrets, '', now)).toBeNull();
  expect(readSignIn(createSecrets(second), state, now)).toBeNull();
  const before = readSignIn(secrets, state, now);
  expect(readSignIn(createSecrets(first, second), state, now)).toEqual(before);
});
