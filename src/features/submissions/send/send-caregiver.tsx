import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { messages } from '#contract/kit/messages.ts';
import { listCaregivers } from '#contract/submissions/submissions.ts';
import { errorMessage, problemsOf } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { CaregiverChoices } from './caregiver-choices.tsx';
import { CheckPart } from './check-part.tsx';
import { SearchForm } from './search-form.tsx';
import { askedFor, type Caregiver, nameOf, type Sought } from './send-request.ts';
import './send.css';

type Found = { readonly sought: Sought; readonly caregivers: readonly Caregiver[] };

/** `/sendCaregiver`: finds a caregiver of a source, checks the submission, and sends it. Nothing found is stored. */
export function SendCaregiver() {
  const me = useSession().customer.id;
  const call = useCall();
  const jobId = useJobInAddress();
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const [chosen, setChosen] = useState<Caregiver | null>(null);
  const search = async (sought: Sought) => {
    setBusy(true);
    setChosen(null);
    setFound(null);
    const { toId: _to, fromId, ...filter } = sought;
    const answer = await call(listCaregivers, { me, ...filter, fromId: Number(fromId) }, { timeoutMs: 60_000 });
    setBusy(false);
    if (answer.ok) {
      setFound({ sought, caregivers: answer.value });
      return undefined;
    }
    return answer.error.kind === 'invalid'
      ? problemsOf(answer.error)
      : { '': `${messages.caregiversNotListed} ${errorMessage(answer.error)}` };
  };
  return (
    <section className="page page-form send-caregiver" aria-labelledby="page-title">
      <PageHeader title="Send caregiver" actions={<Link to={pathTo('/submissions')}>All submissions</Link>} />
      <SearchForm jobId={jobId} onSearch={search} />
      {busy && <Waiting rows={3} label="Searching caregivers" />}
      {found && found.caregivers.length === 0 && (
        <EmptyState kind="no-match" title="No caregiver found">
          <p>A name matches by its beginning. Try fewer letters, or the email address.</p>
        </EmptyState>
      )}
      {found && found.caregivers.length > 0 && (
        <CaregiverChoices caregivers={found.caregivers} chosen={chosen?.caregiverId ?? null} onChoose={setChosen} />
      )}
      {found && chosen && (
        <CheckPart
          key={chosen.caregiverId}
          name={nameOf(chosen)}
          asked={askedFor(me, jobId, found.sought, chosen.caregiverId)}
          onSent={() => {
            setFound(null);
            setChosen(null);
          }}
        />
      )}
    </section>
  );
}

/** The job that the address names; 0 for none. */
function useJobInAddress(): number {
  const [params] = useSearchParams();
  const job = params.get('job') ?? '';
  return /^\d{1,9}$/.test(job) ? Number(job) : 0;
}
