// oxlint-disable-next-line no-restricted-imports -- it holds one code; what is typed under it stays
import { Modal } from '@mantine/core';
import { confirmIdentity, passkeyForConfirm } from '#contract/people/second-factor-proof.ts';
import { useIdentityQuestion } from '#src/entities/session/confirm-identity.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ConfirmAtProvider } from './confirm-at-provider.tsx';
import { FactorForm } from './factor-form.tsx';

/**
 * Asks who uses the page when a call needs it, above any dialog. The call is then sent again, so that what was typed there stays.
 */
export function ConfirmIdentity() {
  const call = useCall();
  const question = useIdentityQuestion();
  if (!question) return null;
  return (
    <Modal
      opened
      size={420}
      zIndex={310}
      title="Confirm it is you"
      closeButtonProps={{ 'aria-label': 'Close' }}
      onClose={() => question.answer(false)}
    >
      <p className="muted factor-why">This change needs it. For the next 5 minutes you are not asked again.</p>
      {question.factors.includes('signOn') ? (
        <ConfirmAtProvider onConfirmed={() => question.answer(true)} />
      ) : (
        <FactorForm
          factors={question.factors}
          submitLabel="Confirm"
          onProof={async (proof) => {
            const answer = await call(confirmIdentity, proof);
            if (!answer.ok) return errorMessage(answer.error);
            question.answer(true);
            return null;
          }}
          passkeyOptions={async () => {
            const answer = await call(passkeyForConfirm, {});
            return answer.ok ? answer.value.options : errorMessage(answer.error);
          }}
        />
      )}
    </Modal>
  );
}
