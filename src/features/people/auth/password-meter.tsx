import { leastLength, leastStrength, passwordProblem, passwordStrength } from '#domain/passwords/password-strength.ts';

const help = `At least ${leastLength} characters and ${leastStrength} of 100 points, and not easy to guess: no common password, no own name. Four words that do not belong together work well.`;
const soFar = 'Long and mixed enough. Saving also checks whether it is easy to guess.';

/** How strong a new password is, in points, and what it still lacks. `about` has the person's own name and address. */
export function PasswordMeter({ password, about }: { password: string; about: readonly string[] }) {
  const points = passwordStrength(password);
  const problem = password === '' ? null : passwordProblem(password, about);
  return (
    <div className="strength">
      <div
        className="strength-bar"
        role="meter"
        aria-label="Password strength"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={points}
      >
        <span style={{ width: `${points}%` }} data-enough={(points >= leastStrength && problem === null) || undefined} />
      </div>
      <span className="muted" role="status">
        {password === '' ? help : `${points} of 100. ${problem ?? soFar}`}
      </span>
    </div>
  );
}
