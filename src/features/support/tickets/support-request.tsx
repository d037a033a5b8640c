import { useNavigate, useSearchParams } from 'react-router-dom';
import { prefillOf } from '#src/entities/ticket/ticket-draft.ts';
import { TicketForm } from '#src/entities/ticket/ticket-form.tsx';
import { useRow } from '#src/sync/hooks/use-row.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';

const idIn = (text: string | null): number => (text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0);

/** `/support`: a request to support. `questionId` and `f-{fieldId}` fill it in, `job`, `task` and `rule` say what it is about. */
export function SupportRequest() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [jobId, taskId, ruleId] = [idIn(params.get('job')), idIn(params.get('task')), idIn(params.get('rule'))];
  const { row: job } = useRow('job', jobId);
  const { row: task } = useRow('task', taskId);
  const { row: rule } = useRow('rule', ruleId);
  const words = [job && `job ${job.providerJobId}`, task && `the task ${task.name}`, rule && `the rule ${rule.name}`];
  const aboutWords = words.filter(Boolean).join(' and ');
  return (
    <TicketForm
      key={params.toString()}
      about={{ ...(job && { jobId }), ...(task && { taskId }), ...(rule && { ruleId }) }}
      {...(aboutWords !== '' && { aboutWords })}
      prefill={prefillOf(params)}
      onCancel={() => void navigate(pathTo('/dashboard'))}
    />
  );
}
