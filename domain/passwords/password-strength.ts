/** Smallest strength of a password that is accepted. */
export const leastStrength = 60;
const leastLength = 12;

/** The documented points of a password, 0 to 100: length (full at 6), digit, symbol, lower and upper case. */
export function passwordStrength(password: string): number {
  let points = Math.floor(Math.min(1, password.length / 6) * 25);
  if (/\d/.test(password)) points += 25;
  if (/[!@#$%^&*?_~]/.test(password)) points += 30;
  if (/[a-z]/.test(password)) points += 10;
  if (/[A-Z]/.test(password)) points += 10;
  return points;
}

/** The most common passwords, without digits and symbols at either end. A password that is only one of these is refused. */
const commonWords = new Set(
  'password|passwort|letmein|welcome|qwerty|qwertyuiop|admin|administrator|iloveyou|monkey|dragon|football|baseball|sunshine|princess|superman|trustno|changeme|abcdef|abcdefgh|jobdock|staffing|nurse|nursing|hospital|summer|winter|spring|autumn|secret|master|login|hello|freedom|whatever|starwars'.split(
    '|',
  ),
);

/**
 * Why a new password is refused, as one sentence, or null if it is accepted. `about` has the person's own name and address, which
 * are easy to guess.
 */
export function passwordProblem(password: string, about: readonly string[]): string | null {
  if (password.length < leastLength) return `Use at least ${leastLength} characters.`;
  if (passwordStrength(password) < leastStrength) return 'Mix lowercase and uppercase letters, digits and symbols.';
  const core = password.toLowerCase().replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
  if (commonWords.has(core)) return 'This password is among the first that are guessed. Choose another.';
  if (/^(.)\1*$/.test(core) && core.length > 0) return 'Use more than one letter again and again.';
  const own = about.flatMap((text) => text.toLowerCase().split(/[^a-z]+/)).filter((word) => word.length >= 4);
  return own.includes(core) ? 'Do not use your own name or address.' : null;
}
