import { expect, test } from 'vitest';
import { watchLoop } from '#tests/support/watch-loop.ts';
import { newPasswordProblem } from './new-password.ts';

const about = ['Ann Reyes', 'ann@example.org'];

test.each(['harbour-Lights-42!', 'copper-Lantern-58-harbor', 'correct-Horse-7-battery'])('%j is accepted', async (password) => {
  expect(await newPasswordProblem(password, about)).toBeNull();
});

// Common passwords of breaches, of enough length and points [ASVS 6.2.12].
test.each([
  '1q2w3e4r5t6y',
  'Passw0rd2026',
  'P@ssw0rd1234',
  'qwerty123qwerty',
  'Zaq12wsxcde3',
  'abc123abc123',
  'football1football',
  '1234qwerASDF',
  'Password2026!',
])('%j is refused in a sentence that helps', async (password) => {
  const problem = await newPasswordProblem(password, about);
  expect(problem).toMatch(/^(This is .*commonly used|Repeated .* are easy to guess).*\. Add more words that are less common\.$/);
  expect(problem).not.toContain(password);
});

test('one’s own name makes a password guessable that is good for others', async () => {
  const password = 'Wroblewska-77!';
  expect(await newPasswordProblem(password, [])).toBeNull();
  expect(await newPasswordProblem('Zofiawroblewska77!', ['Zofia Wroblewska'])).toMatch(/own name/);
  expect(await newPasswordProblem(password, ['Zofia Wroblewska', 'zofia@example.org'])).not.toBeNull();
});

test('a long hostile password does not hold the service', async () => {
  const stop = watchLoop();
  await newPasswordProblem('p4ssw0rd!1aA'.repeat(80), about);
  expect(stop().worst).toBeLessThan(250);
});
