import { expect, test } from 'vitest';
import { screens } from '#src/app/screens/screens.ts';
import { matchingScreens } from './matching-screens.ts';

const found = (typed: string) =>
  matchingScreens(screens, typed).flatMap(({ listed }) =>
    listed.flatMap(({ screen, settings }) => [screen.id, ...settings.map(({ label }) => `${screen.id}: ${label}`)]),
  );

test('without words, every screen with a purpose is listed once', () => {
  const all = screens.filter(({ nav, about }) => nav && about).map(({ id }) => id);
  expect(
    found('')
      .filter((id) => !id.includes(':'))
      .sort(),
  ).toEqual(all.sort());
});

test.each([
  ['dark theme', ['preferences', 'preferences: Theme']],
  ['passkey', ['preferences', 'preferences: Second factor']],
  ['openai', ['aiModels']],
  ['margin', ['paySetup']],
  ['rewritten', ['substitutions']],
  ['no such thing', []],
])('%s', (typed, expected) => {
  expect(found(typed)).toEqual(expected);
});
