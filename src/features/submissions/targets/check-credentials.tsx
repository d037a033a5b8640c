import { useState } from 'react';
import { checkSubmissionCredentials, readSubmissionTarget, type SubmissionTarget } from '#contract/submissions/targets.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { Ago } from '#src/ui/format/use-format.tsx';

type Typed = { readonly orgKey: string; readonly site: string; readonly secret: string };
type Props = {
  target: SubmissionTarget;
  /** What is typed and not saved yet; null checks what is stored. */
  draft: Typed | null;
};

/** Asks the system whether it accepts the credentials on screen. */
export function CheckCredentials({ target, draft }: Props) {
  const cust = useSession().customer.id;
  const send = useSend(checkSubmissionCredentials, [readSubmissionTarget]);
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<{ words: string; isAccepted: boolean } | null>(null);
  const { id, systemId, systemName, can } = target;
  if (!can.checkCredentials)
    return (
      <p className="muted">{`${systemName} cannot be asked about credentials. Its first answer shows whether they work.`}</p>
    );
  const check = async () => {
    setBusy(true);
    setFound(null);
    const { orgKey, site, secret } = draft ?? { orgKey: target.orgKey, site: target.site, secret: '' };
    const answer = await send({ cust, stored: draft ? 'false' : 'true', id, systemId, orgKey, site, secret });
    setBusy(false);
    setFound(
      answer.ok
        ? { words: answer.value.message, isAccepted: answer.value.isAccepted }
        : { words: errorMessage(answer.error), isAccepted: false },
    );
  };
  return (
    <div className="submission-check">
      <OnlineButton variant="default" loading={busy} onClick={() => void check()}>
        {draft ? 'Check what is typed' : 'Check credentials'}
      </OnlineButton>
      <p role="status" data-tone={found ? (found.isAccepted ? 'good' : 'bad') : undefined}>
        {found ? (
          `${found.words.replace(/\.?$/, '.')}${draft && found.isAccepted ? ' Nothing is saved yet.' : ''}`
        ) : (
          <LastCheck target={target} />
        )}
      </p>
    </div>
  );
}

function LastCheck({ target: { checkedAt, checkWords } }: { target: SubmissionTarget }) {
  if (checkedAt === null) return <span className="muted">The credentials were not checked yet.</span>;
  if (checkWords !== '')
    return (
      <span data-tone="bad">
        {checkWords.replace(/\.?$/, '.')} Checked <Ago at={checkedAt} />.
      </span>
    );
  return (
    <span className="muted">
      Accepted <Ago at={checkedAt} />.
    </span>
  );
}
