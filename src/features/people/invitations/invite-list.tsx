import { useState } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no } from '#contract/kit/result.ts';
import { rightLabels } from '#contract/kit/right-labels.ts';
import { type RightName, rightIds } from '#contract/kit/rights.ts';
import { listContacts } from '#contract/people/contacts.ts';
import { inviteSeveral, type ListedPerson, previewInvitations } from '#contract/people/invitations.ts';
import { listUsers } from '#contract/people/user-names.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { counted } from '#src/ui/format/format.ts';
import { UploadBox } from '#src/ui/upload/upload-box.tsx';
import { UploadDialog } from '#src/ui/upload/upload-dialog.tsx';
import { useUpload } from '#src/ui/upload/use-upload.ts';
import './invite-list.css';

const maxBytes = 5_000_000;

/** Invites people from a CSV list: first what each row would give, then the invitations. */
export function InviteList() {
  const call = useCall();
  const { customer } = useSession();
  const upload = useUpload(maxBytes, async (file) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const answer = await call(previewInvitations, { cust: customer.id, file: bytes, fileName: file.name });
    return answer.ok ? answer : no(errorMessage(answer.error));
  });
  return (
    <UploadDialog label="Invite from a file…" title="Invite people from a file">
      <UploadBox
        what="a list of people"
        hint="CSV with the columns name, email, role and phone. You see what each row gives before anybody is invited."
        upload={upload}
        refused={messages.fileNotProcessed}
      >
        {({ people }) => <Preview key={JSON.stringify(people)} people={people} />}
      </UploadBox>
    </UploadDialog>
  );
}

function Preview({ people }: { people: readonly ListedPerson[] }) {
  const { customer } = useSession();
  const send = useSend(inviteSeveral, [listContacts, listUsers]);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ReplyOf<typeof inviteSeveral> | string | null>(null);
  const good = people.filter(({ problem, isKnown }) => problem === null && !isKnown);
  const invite = async () => {
    setBusy(true);
    const invited = good.map(({ name, email, phone, roleId }) => ({ name, email, phone, roleId: roleId ?? 0 }));
    const answer = await send({ cust: customer.id, people: invited }).finally(() => setBusy(false));
    setOutcome(answer.ok ? answer.value : errorMessage(answer.error));
  };
  if (outcome !== null && typeof outcome !== 'string') return <Done outcome={outcome} />;
  return (
    <>
      <p role="status">
        {counted(good.length, 'person', 'people')} can be invited, {people.length - good.length} cannot.
      </p>
      <ul className="invite-list">
        {people.map((person) => (
          <Row key={person.row} person={person} />
        ))}
      </ul>
      {typeof outcome === 'string' && <p role="alert">{outcome}</p>}
      <OnlineButton loading={busy} disabled={good.length === 0} onClick={() => void invite()}>
        {`Invite ${counted(good.length, 'person', 'people')}`}
      </OnlineButton>
    </>
  );
}

function Row({ person: { row, name, email, role, rights, isKnown, problem } }: { person: ListedPerson }) {
  return (
    <li>
      <span>
        <strong>{name || `Row ${row}`}</strong> {email}
      </span>
      {problem === null && !isKnown && (
        <span className="muted">
          {role}: {rights.length === 0 ? 'no rights' : rights.map(labelOf).join(', ')}
        </span>
      )}
      {isKnown && <span className="muted">Works here already. No email is sent.</span>}
      {problem !== null && (
        <span className="invite-problem">
          Row {row}: {problem}
        </span>
      )}
    </li>
  );
}

const labels = new Map<number, string>(Object.entries(rightIds).map(([name, id]) => [id, rightLabels[name as RightName]]));
const labelOf = (id: number): string => labels.get(id) ?? `right ${id}`;

function Done({ outcome: { invited, known, refused } }: { outcome: ReplyOf<typeof inviteSeveral> }) {
  return (
    <>
      <p role="status">
        {counted(invited, 'person', 'people')} invited{known > 0 && `, ${known} worked here already`}
        {refused.length > 0 && `, ${refused.length} refused`}. Each gets an email with a link for 72 hours.
      </p>
      <ul className="upload-refused">
        {refused.map(({ email, problem }) => (
          <li key={email}>
            {email}: {problem}
          </li>
        ))}
      </ul>
    </>
  );
}
