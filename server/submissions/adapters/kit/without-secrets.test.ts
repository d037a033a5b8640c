import { expect, test } from 'vitest';
import { noCapability, type SubmissionAdapter } from '#server/submissions/adapter.ts';
import { withoutSecrets } from './without-secrets.ts';

const adapter: SubmissionAdapter = {
  ...noCapability,
  required: ['email'],
  checkCredentials: async () => ({
    kind: 'refused',
    words: 'No client client-secret with pass-word, header client-secret:pass-word',
  }),
  findCaregiver: async () => ({ kind: 'done', value: ['pass-word'] }),
  lists: { kinds: ['degree'], dictionaries: [], read: async () => ({ kind: 'unknown', words: 'key pass-word?' }) },
};

test('words of every call lose the secret and its parts; values and what is no call stay', async () => {
  const safe = withoutSecrets(adapter, 'client-secret:pass-word');
  expect(await safe.checkCredentials?.()).toEqual({
    kind: 'refused',
    words: 'No client [secret] with [secret], header [secret]',
  });
  expect(await safe.lists?.read('degree', 0)).toEqual({ kind: 'unknown', words: 'key [secret]?' });
  expect(await safe.findCaregiver?.('a@b.example')).toEqual({ kind: 'done', value: ['pass-word'] });
  expect([safe.required, safe.lists?.kinds, safe.submit]).toEqual([['email'], ['degree'], null]);
});

test('a blank secret, and one that is shorter than a word, change nothing', async () => {
  for (const secret of ['', ':', 'a:b']) expect(withoutSecrets(adapter, secret)).toBe(adapter);
});
