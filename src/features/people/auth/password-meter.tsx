import { leastStrength, passwordProblem, passwordStrength } from '#domain/passwords/password-strength.ts';

/** How strong a new password is, in points, and what it still lacks. */
export function PasswordMeter({ password }: { password: string }) {
  const points = passwordStrength(password);
  const problem = password === '' ? null : passwordProblem(password, []);
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
        {password === '' ? `At least ${leastStrength} of 100 points` : `${points} of 100. ${problem ?? 'Strong enough.'}`}
      </span>
    </div>
  );
}
