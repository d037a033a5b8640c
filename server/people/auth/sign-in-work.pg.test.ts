import type * as Argon2 from '@node-rs/argon2';
import { parseOptions } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { login } from '#contract/people/auth.ts';

const verified = vi.fn<(hash: string, pepperBytes: number | undefined) => void>();

// Test files of this project share modules, so load the service again with a spy on the password check.
beforeAll(() => {
  vi.resetModules();
  vi.doMock('@node-rs/argon2', async (original) => {
    const actual = await original<typeof Argon2>();
    const verify: typeof actual.verify = (hash, password, options, ...rest) => {
      verified(String(hash), options?.secret?.length);
      return actual.verify(hash, password, options, ...rest);
    };
    return { ...actual, verify };
  });
});
afterAll(() => {
  vi.doUnmock('@node-rs/argon2');
  vi.resetModules();
});

test('a sign-in does the same work for an unknown account as for a known one', async () => {
  const { emails, startTestService } = await import('#tests/support/test-service.ts');
  const service = await startTestService();
  const workFor = async (username: string) => {
    verified.mockClear();
    await service.send(login, { username, password: 'wrong' });
    return verified.mock.calls.map(([hash, pepperBytes]) => {
      const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(hash);
      return { algorithm, memoryCost, timeCost, parallelism, pepperBytes };
    });
  };
  const known = await workFor(emails.recruiter);
  await service.services.db.deleteFrom('sign_in_attempt').execute();
  const unknown = await workFor('unknown@north.test');
  await service.close();
  expect(known).toHaveLength(1);
  expect(unknown).toEqual(known);
});
