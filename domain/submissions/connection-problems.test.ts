import { expect, test } from 'vitest';
import { connectionProblems, needsSecretAgain } from './connection-problems.ts';

const bullhorn = { systemId: 8, orgKey: 'api', site: 'https://auth.example.com', hasSecret: true, isActive: true };

test('a complete connection has no problem', () => {
  expect(connectionProblems(bullhorn)).toBeNull();
  expect(
    connectionProblems({ systemId: 61, orgKey: '', site: 'https://api.example/t', hasSecret: true, isActive: true }),
  ).toBeNull();
});

test('an active target needs each field of its system, and the problem names it', () => {
  expect(connectionProblems({ ...bullhorn, orgKey: '', site: '', hasSecret: false })).toEqual({
    orgKey: 'Enter the username',
    site: 'Enter the sign-in address',
    secret: 'Enter the password',
  });
  expect(connectionProblems({ systemId: 61, orgKey: 'ann', site: 'x', hasSecret: false, isActive: true })).toEqual({
    orgKey: 'Trio VMS has no username. Leave it blank.',
    site: 'Enter an address that begins with https://',
    secret: 'Enter the API key',
  });
});

test('an inactive target, and one whose lists come from files, may lack fields; an unknown system may not be chosen', () => {
  expect(connectionProblems({ ...bullhorn, orgKey: '', site: '', hasSecret: false, isActive: false })).toBeNull();
  expect(connectionProblems({ systemId: 62, orgKey: '', site: '', hasSecret: false, isActive: true })).toBeNull();
  expect(connectionProblems({ ...bullhorn, systemId: 7 })).toEqual({ systemId: 'Choose a system that Jobdock knows' });
});

test('a secret is asked for again for another username, host or organization, and not for another path', () => {
  const before = { orgKey: 'api', site: 'https://auth.example.com/a' };
  expect(needsSecretAgain(before, { ...before, site: 'https://AUTH.example.com/b' })).toBe(false);
  expect(needsSecretAgain(before, { ...before, site: 'https://evil.example.com/a' })).toBe(true);
  expect(needsSecretAgain(before, { ...before, site: 'http://auth.example.com/a' })).toBe(true);
  expect(needsSecretAgain(before, { ...before, orgKey: 'other' })).toBe(true);
  expect(needsSecretAgain({ orgKey: 'a', site: 'ORG1' }, { orgKey: 'a', site: 'ORG2' })).toBe(true);
});
