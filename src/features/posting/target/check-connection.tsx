import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { checkTarget } from '#contract/posting/posting.ts';
import { beginTargetSignIn } from '#contract/posting/target-connection.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { connectionForm } from '#domain/targets/connection-forms/connections.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useCall } from '#src/entities/session/use-call.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** Signs in to the ATS with the saved connection and shows the result. */
export function CheckConnection({ row, dirty }: { row: TargetRow; dirty: boolean }) {
  const call = useCall();
  const [busy, setBusy] = useState(false);
  const [words, setLabel] = useState<string | null>(null);
  const check = async () => {
    setBusy(true);
    setLabel(null);
    const answer = await call(checkTarget, { id: row.id }, { timeoutMs: 60_000 });
    setBusy(false);
    setLabel(answer.ok ? answer.value.words : errorMessage(answer.error));
  };
  return (
    <div className="target-check">
      <OnlineButton variant="default" loading={busy} disabled={dirty} onClick={() => void check()}>
        Check connection
      </OnlineButton>
      <OwnSignIn row={row} dirty={dirty} />
      <p role="status" data-tone={words === null ? undefined : words === '' ? 'good' : 'bad'}>
        {dirty && 'Save first. The check uses the saved connection.'}
        {!dirty && words === '' && `${row.name} answered. The connection works.`}
        {!dirty && words && `${messages.targetNotConnected({ target: row.name })} ${words}`}
      </p>
    </div>
  );
}

/** Leads to the page of the ATS where a person allows the access, for kinds that have one. It leads back to `/targetsignin`. */
function OwnSignIn({ row, dirty }: { row: TargetRow; dirty: boolean }) {
  const call = useCall();
  const page = connectionForm(row.typeId)?.ownSignIn;
  if (page === undefined) return null;
  const go = async () => {
    const answer = await call(beginTargetSignIn, { id: row.id });
    if (answer.ok) window.location.assign(answer.value.authorizeUrl);
    else toast.error({ title: `${page} was not opened`, detail: errorMessage(answer.error) });
  };
  return (
    <OnlineButton variant="default" disabled={dirty} onClick={() => void go()}>
      {`Sign in at ${page}…`}
    </OnlineButton>
  );
}
