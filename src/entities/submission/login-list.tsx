import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { messages } from '#contract/kit/messages.ts';
import { listSubmissionLogins, removeSubmissionLogin, type SubmissionLogin } from '#contract/submissions/logins.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useSession } from '#src/entities/session/session.ts';
import { RowActions } from '#src/ui/actions/row-actions.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { Answered } from '#src/ui/page/answered.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import './login-list.css';

type Person = { readonly id: number; readonly name: string };

const formOf = (person: Person, id: number) => pathTo('/subCustomerLogins/:userId/:id/:subTargetId?', { userId: person.id, id });

/** A person's own sign-ins to submission targets. Administrators delete them. */
export function SubmissionLogins({ person }: { person: Person }) {
  const { customer, administrator } = useSession();
  const me = customer.id;
  const answer = useReply(listSubmissionLogins, { id: person.id, me });
  const remove = useDo(removeSubmissionLogin, {
    args: ({ id }: SubmissionLogin) => ({ id, me }),
    said: ({ message }, { target }) => ({ title: message, detail: target }),
    failed: messages.submissionLoginNotDeleted,
    refreshes: [listSubmissionLogins],
  });
  const add = (
    <Button component={Link} to={formOf(person, 0)} variant="default">
      Add sign-in
    </Button>
  );
  return (
    <>
      <p className="muted">
        With a sign-in of their own, {person.name} appears as the sender at the target. Without one, the connection of the agency
        is used.
      </p>
      <Answered answer={answer} what="The submission logins">
        {(logins) =>
          logins.length === 0 ? (
            <p>No submission logins yet.</p>
          ) : (
            <ul className="submission-logins" aria-label="Submission logins">
              {logins.map((login) => (
                <li key={login.id}>
                  <div>
                    <Link to={formOf(person, login.id)}>{login.target}</Link>{' '}
                    {login.isDefault && <StateBadge tone="info">Default</StateBadge>}
                    <p className="muted">
                      {login.username}. <CheckWords login={login} />
                    </p>
                  </div>
                  {administrator && (
                    <RowActions
                      row={login}
                      name={login.target}
                      actions={[{ label: 'Delete…', run: remove, online: true, danger: true, confirm: removal }]}
                    />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
      <div className="form-actions">{add}</div>
    </>
  );
}

function CheckWords({ login: { checkedAt, checkWords } }: { login: SubmissionLogin }) {
  if (checkedAt === null) return 'The target cannot be asked about it.';
  return (
    <>
      {checkWords === '' ? 'Accepted' : `Refused: ${checkWords.replace(/\.?$/, ',')} checked`} <Ago at={checkedAt} />.
    </>
  );
}

const removal = ({ target, username }: SubmissionLogin) =>
  ({
    title: `Delete the sign-in to ${target}?`,
    body: `${username} and its password are removed. Submissions then use the connection of the agency.`,
    choices: { go: { words: 'Delete sign-in', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;
