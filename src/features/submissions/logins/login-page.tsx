import { Link, useParams } from 'react-router-dom';
import { RowId } from '#contract/kit/ids.ts';
import { listSubmissionLogins, type SubmissionLogin } from '#contract/submissions/logins.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { TryAgain } from '#src/ui/page/answered.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { LoginForm } from './login-form.tsx';

/** `/subCustomerLogins/:userId/:id/:subTargetId?`: one sign-in of a person; 0 adds one, to the target that the address names. */
export function LoginPage() {
  const { userId, id, subTargetId } = useParams();
  const person = RowId.safeParse(Number(userId));
  if (!person.success) return <NotHere words={null} />;
  if (Number(id) <= 0) {
    const target = RowId.safeParse(Number(subTargetId));
    return <LoginForm key="new" userId={person.data} login={null} targetId={target.success ? target.data : null} />;
  }
  return <Stored key={id} userId={person.data} id={Number(id)} />;
}

function Stored({ userId, id }: { userId: number; id: number }) {
  const me = useSession().customer.id;
  const { reply, failure, problem, refresh } = useReply(listSubmissionLogins, { id: userId, me });
  if (!reply) return failure ? <NotHere words={failure.kind === 'not_found' ? null : problem} refresh={refresh} /> : <Waiting />;
  const login = reply.find((one: SubmissionLogin) => one.id === id);
  return login ? <LoginForm userId={userId} login={login} targetId={login.targetId} /> : <NotHere words={null} />;
}

/** `words`: why it could not be read; null if there is no such sign-in. */
function NotHere({ words, refresh }: { words: string | null; refresh?: () => void }) {
  const { may } = useSession();
  const title = words === null ? 'This sign-in does not exist' : 'Sign-ins need a connection';
  return (
    <section className="page page-form" aria-labelledby="page-title">
      <PageHeader title={title} />
      <EmptyState kind={words === null ? 'no-match' : 'no-data'} title={title}>
        <p>{words ?? 'It may have been deleted, or the person belongs to another customer.'}</p>
        {words !== null && <TryAgain refresh={refresh} />}
        {may('users.read') && <Link to={pathTo('/users/:c?')}>All users</Link>}
      </EmptyState>
    </section>
  );
}
