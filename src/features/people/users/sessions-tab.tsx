import type { Contact } from '#contract/people/contact-fields.ts';
import { listContacts, readContact } from '#contract/people/contacts.ts';
import { endPersonSessions, listPersonSessions, listWorkAs, resetPersonFactor, type WorkAs } from '#contract/people/sessions.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { Answered } from '#src/ui/page/answered.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { SessionLine } from '../account/session-line.tsx';

/** Where a person is signed in, their second factor, and who worked with their account. */
export function SessionsTab({ contact }: { contact: Contact }) {
  const { may } = useSession();
  return (
    <>
      {may('users.write') && <Sessions contact={contact} />}
      {may('users.write') && <SecondFactor contact={contact} />}
      <WorkedAs contact={contact} />
    </>
  );
}

function Sessions({ contact: { id, name } }: { contact: Contact }) {
  const cust = useSession().customer.id;
  const answer = useReply(listPersonSessions, { cust, id });
  const end = useDo(endPersonSessions, {
    args: (session: string | null) => ({ cust, id, ...(session !== null && { session }) }),
    said: ({ ended }) => ({ title: `${counted(ended, 'session')} ended` }),
    failed: 'The session was not ended',
    refreshes: [listPersonSessions, listContacts, readContact],
  });
  return (
    <SettingsPart
      title="Sessions"
      about={`Where ${name} is signed in. An ended session loses access at once; its unsent changes stay on its device.`}
    >
      <Answered answer={answer} what="The sessions">
        {(sessions) =>
          sessions.length === 0 ? (
            <p className="muted">No open sessions.</p>
          ) : (
            <>
              <ul className="person-sessions" aria-label="Open sessions">
                {sessions.map((session) => (
                  <SessionLine key={session.id} session={session} endLabel="End session" onEnd={() => void end(session.id)} />
                ))}
              </ul>
              <div className="form-actions">
                <OnlineButton variant="default" onClick={() => void end(null)}>
                  End all sessions
                </OnlineButton>
              </div>
            </>
          )
        }
      </Answered>
    </SettingsPart>
  );
}

function SecondFactor({ contact: { id, name, hasSecondFactor } }: { contact: Contact }) {
  const { customer, role } = useSession();
  const reset = useDo(resetPersonFactor, {
    args: () => ({ cust: customer.id, id }),
    said: ({ message }) => ({ title: message, detail: name }),
    failed: 'The second factor was not removed',
    refreshes: [listPersonSessions, listContacts, readContact],
  });
  const start = async () => {
    const choice = await ask({
      title: `Remove the second factor of ${name}?`,
      body: 'For somebody who lost the phone and the recovery codes. Their sessions end, and they get a notice and an email.',
      choices: { go: { words: 'Remove second factor', tone: 'danger' }, stay: { words: 'Cancel' } },
      safe: 'stay',
    });
    if (choice === 'go') await reset(null);
  };
  return (
    <SettingsPart
      title="Second factor"
      about={hasSecondFactor ? `${name} signs in with a second factor.` : `${name} has no second factor.`}
    >
      {hasSecondFactor && id !== role.userId && (
        <div className="form-actions">
          <OnlineButton variant="default" color="red" onClick={() => void start()}>
            Remove second factor…
          </OnlineButton>
        </div>
      )}
    </SettingsPart>
  );
}

/** Who worked as this person; for an administrator, as whom they worked. */
function WorkedAs({ contact: { id } }: { contact: Contact }) {
  const cust = useSession().customer.id;
  const answer = useReply(listWorkAs, { cust, user: id });
  return (
    <SettingsPart title="Worked as this user" about="Administrators of the provider who worked with this account, and why.">
      <Answered answer={answer} what="These times">
        {({ rows, total }) =>
          rows.length === 0 ? (
            <p className="muted">No one so far.</p>
          ) : (
            <>
              <ul className="person-sessions" aria-label="Work as a user">
                {rows.map((row) => (
                  <Worked key={`${row.from} ${row.by}`} row={row} />
                ))}
              </ul>
              {total > rows.length && (
                <p className="muted">
                  The newest {rows.length} of {total}.
                </p>
              )}
            </>
          )
        }
      </Answered>
    </SettingsPart>
  );
}

function Worked({ row: { by, user, reason, from, until, isOpen } }: { row: WorkAs }) {
  const format = useFormat();
  return (
    <li>
      <div>
        <strong>
          {by} as {user}
        </strong>{' '}
        {isOpen && <StateBadge tone="warn">Open now</StateBadge>}
        <p className="muted">
          {format.stamp(from)} to {format.time(until)}
          {reason !== '' && `: ${reason}`}
        </p>
      </div>
    </li>
  );
}
