import { useNavigate, useSearchParams } from 'react-router-dom';
import { prefillOf } from '#src/entities/ticket/ticket-draft.ts';
import { TicketForm } from '#src/entities/ticket/ticket-form.tsx';
import { useRow } from '#src/sync/hooks/use-row.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';

const idIn = (text: string | null): number => (text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0);

/** `/support`: a request to support. `questionId` and `f-{fieldId}` fill it in, `job` and `task` say what it is about. */
export function SupportRequest() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [jobId, taskId] = [idIn(params.get('job')), idIn(params.get('task'))];
  const { row: job } = useRow('job', jobId);
  const { row: task } = useRow('task', taskId);
  const words = [job && `job ${job.providerJobId}`, task && `the task ${task.name}`].filter(Boolean).join(' and ');
  return (
    <TicketForm
      key={params.toString()}
      about={{ ...(job && { jobId }), ...(task && { taskId }) }}
      {...(words !== '' && { aboutWords: words })}
      prefill={prefillOf(params)}
      onCancel={() => void navigate(pathTo('/dashboard'))}
    />
  );
}
