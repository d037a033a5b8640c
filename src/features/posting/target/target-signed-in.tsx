import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { checkTarget } from '#contract/posting/posting.ts';
import { endTargetSignIn } from '#contract/posting/target-connection.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** What the page of the ATS says if it gave no access. */
const saidIn = (params: URLSearchParams): string | null =>
  (params.get('error_description') ?? params.get('error'))?.slice(0, 300) ?? null;

/** Where the own page of an ATS leads back to: ends the sign-in, checks the connection, and opens the target. */
export function TargetSignedIn() {
  const [params] = useSearchParams();
  const call = useCall();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(saidIn(params));
  const used = useRef('');
  const [code, state] = [params.get('code') ?? '', params.get('state') ?? ''];
  useEffect(() => {
    if (code === '' || used.current === code) return;
    used.current = code;
    void (async () => {
      const ended = await call(endTargetSignIn, { code, state }, { timeoutMs: 60_000 });
      if (!ended.ok) return setProblem(errorMessage(ended.error).replace(/\.$/, ''));
      const { id, customerId, name } = ended.value;
      const checked = await call(checkTarget, { id }, { timeoutMs: 60_000 });
      if (checked.ok && checked.value.words === '') toast.success({ title: `${name} is connected` });
      else
        toast.warning({ title: `${name} is signed in`, detail: checked.ok ? checked.value.words : errorMessage(checked.error) });
      void navigate(pathTo('/targetconfig/:id/:cid?', { id, cid: customerId }), { replace: true });
    })();
  }, [code, state, call, navigate]);
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title="Sign-in to a target" />
      {code !== '' && problem === null ? <Waiting label="Signing in to the ATS" /> : <NotSignedIn problem={problem} />}
    </section>
  );
}

const NotSignedIn = ({ problem }: { problem: string | null }) => (
  <EmptyState kind="no-data" title="The ATS was not signed in to">
    <p>{problem === null ? 'The sign-in page of an ATS leads here.' : `It answered: ${problem}.`}</p>
    <p>Nothing was changed. Open the target and choose Sign in on its connection.</p>
    <Link to={pathTo('/targetconfig')}>All targets</Link>
  </EmptyState>
);
