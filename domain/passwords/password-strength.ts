/** Smallest strength of a password that is accepted. */
export const leastStrength = 60;
export const leastLength = 12;

/** The documented points of a password, 0 to 100: length (full at 6), digit, symbol, lower and upper case. */
export function passwordStrength(password: string): number {
  let points = Math.floor(Math.min(1, password.length / 6) * 25);
  if (/\d/.test(password)) points += 25;
  if (/[!@#$%^&*?_~]/.test(password)) points += 30;
  if (/[a-z]/.test(password)) points += 10;
  if (/[A-Z]/.test(password)) points += 10;
  return points;
}

/**
 * What a new password lacks that a form can tell at once, as one sentence, or null. The service also refuses a password that is
 * easy to guess. `about` has the person's own name and address.
 */
export function passwordProblem(password: string, about: readonly string[]): string | null {
  if (password.length < leastLength) return `Use at least ${leastLength} characters.`;
  if (passwordStrength(password) < leastStrength) return 'Mix lowercase and uppercase letters, digits and symbols.';
  const core = password.toLowerCase().replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
  if (/^(.)\1*$/.test(core) && core.length > 0) return 'Use more than one letter again and again.';
  const words = about.map((text) => text.toLowerCase().split(/[^a-z]+/));
  const own = words.flatMap((each) => [...each, each.join('')]).filter((word) => word.length >= 4);
  return own.includes(core) ? 'Do not use your own name or address.' : null;
}
