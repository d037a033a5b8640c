import type { Factor } from '#contract/kit/errors.ts';
import { passkeyForLogin } from '#contract/people/second-factor-proof.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSessionActions } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { FactorForm } from './factor-form.tsx';
import './second-factor.css';

type Props = {
  pending: string;
  factors: readonly Factor[];
  onIn: () => void;
  onBack: () => void;
};

/** The second step of a sign-in, after a right password. */
export function SignInFactor({ pending, factors, onIn, onBack }: Props) {
  const call = useCall();
  const { finishSignIn } = useSessionActions();
  return (
    <>
      <FactorForm
        factors={factors}
        submitLabel="Sign in"
        onProof={async (proof) => {
          const answer = await finishSignIn(pending, proof);
          if (answer.kind === 'in') onIn();
          if (answer.kind === 'no-service') return 'You’re offline. Signing in requires a connection.';
          return answer.kind === 'refused' ? answer.words : null;
        }}
        passkeyOptions={async () => {
          const answer = await call(passkeyForLogin, { pending });
          return answer.ok ? answer.value.options : errorMessage(answer.error);
        }}
      />
      <div className="factor-more">
        <button type="button" className="link-button" onClick={onBack}>
          Back to sign-in
        </button>
      </div>
    </>
  );
}
