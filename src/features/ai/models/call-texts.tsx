import { Button } from '@mantine/core';
import { useState } from 'react';
import { type AiCall, readAiCallTexts } from '#contract/ai/calls.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useCall } from '#src/entities/session/use-call.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';

/** The texts of one call, read once the person confirms who they are. They are kept nowhere. */
export function CallTexts({ row: { id, customerId, customer }, onClose }: EditorProps<AiCall>) {
  const call = useCall();
  const [texts, setTexts] = useState<ReplyOf<typeof readAiCallTexts> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = async () => {
    const answer = await call(readAiCallTexts, { cust: customerId, id });
    if (answer.ok) setTexts(answer.value);
    setProblem(answer.ok ? null : errorMessage(answer.error));
  };
  return (
    <Dialog title={`Texts of a call for ${customer}`} size={720} dirty={false} onClose={onClose}>
      {(close) => (
        <div className="ai-texts">
          {texts === null ? (
            <p>The texts may hold data of the customer. Each reading is noted in the customer’s activity.</p>
          ) : (
            <>
              <Text title="Asked" text={texts.asked} />
              <Text title="Answered" text={texts.answered || 'Nothing'} />
            </>
          )}
          {problem !== null && <p role="alert">{problem}</p>}
          <div className="form-actions">
            {texts === null && <OnlineButton onClick={() => void read()}>Read texts</OnlineButton>}
            <Button variant="default" onClick={close}>
              Close
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

const Text = ({ title, text }: { title: string; text: string }) => (
  <section>
    <h3>{title}</h3>
    <pre tabIndex={0} aria-label={title}>
      {text}
    </pre>
  </section>
);
