import { useState } from 'react';
import type { Fault, Refusal } from '#contract/kit/errors.ts';
import type { Result } from '#contract/kit/result.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';

type Props = {
  readonly label: string;
  /** Tries the settings of the form, saved or not. What was answered, as a sentence. */
  readonly run: () => Promise<Result<string, Refusal | Fault>>;
};

/** The button of a form that tries a connection, with what came of it. */
export function ConnectionTest({ label, run }: Props) {
  const [asking, setAsking] = useState(false);
  const [answer, setAnswer] = useState<Result<string, Refusal | Fault> | null>(null);
  const test = async () => {
    setAsking(true);
    setAnswer(null);
    setAnswer(await run().finally(() => setAsking(false)));
  };
  return (
    <div className="settings-test">
      <OnlineButton variant="default" loading={asking} onClick={() => void test()}>
        {label}
      </OnlineButton>
      <span role="status" className={answer?.ok === false ? 'settings-problem' : 'muted'}>
        {answer && (answer.ok ? answer.value : errorMessage(answer.error))}
      </span>
    </div>
  );
}
