import { Button } from '@mantine/core';
import * as z from 'zod';
import { listSubmissionTargets } from '#contract/submissions/targets.ts';
import { submissionLimits } from '#contract/submissions/words.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { targetChoices } from '#src/entities/submission/submission-labels.ts';
import { unread } from '#src/entities/submission/unread.ts';
import { useSubmissionTargets } from '#src/entities/submission/use-submissions.ts';
import { useOffline } from '#src/ui/connection/connection.ts';
import { SelectField, TextField } from '#src/ui/form/fields.tsx';
import { submitting } from '#src/ui/form/submitting.ts';
import { type Problems, useForm } from '#src/ui/form/use-form.ts';
import { FormProblems } from '#src/ui/page/form-page.tsx';
import { nothingSought, type Sought, soughtProblems } from './send-request.ts';
import { useQueueSubmission } from './use-queue-submission.ts';

const text = z.string().max(submissionLimits.key, `Use at most ${submissionLimits.key} characters`);
const Draft = z.object({
  providerJobId: text,
  fromId: z.string(),
  toId: z.string(),
  firstName: text,
  lastName: text,
  middleName: text,
  email: text,
  caregiverId: text,
});

type Props = {
  /** The job that the address names; 0 for none. */
  jobId: number;
  onSearch: (sought: Sought) => Promise<Problems | undefined | void>;
};

/** What the submission is for, and what is known of the caregiver. */
export function SearchForm({ jobId, onSearch }: Props) {
  const me = useSession().customer.id;
  const isOffline = useOffline();
  const queue = useQueueSubmission(jobId);
  const held = useSubmissionTargets();
  const sources = useReply(listSubmissionTargets, { me, forCaregiverSearch: 'true' });
  const destinations = useReply(listSubmissionTargets, { me, submit: 'true' });
  const form = useForm(Draft, {
    initial: nothingSought,
    async onSubmit(sought) {
      if (isOffline) return queue(sought);
      const problems = soughtProblems(sought, jobId);
      return Object.keys(problems).length > 0 ? problems : onSearch(sought);
    },
  });
  const problem = isOffline ? null : (sources.problem ?? destinations.problem);
  return (
    <div className="card send-search">
      {/* A search is no work that could be lost, so leaving it asks nothing. */}
      <form noValidate className="form" aria-label="Find a caregiver" onSubmit={submitting(() => form.submit())}>
        <FormProblems form={form} purpose="search" />
        {problem !== null && <p role="alert">{unread('choices', problem)}</p>}
        {jobId > 0 && <p>{`For job ${jobId} of Staging.`}</p>}
        <div className="send-pair">
          {jobId === 0 && <TextField label="Provider job ID" {...form.field('providerJobId')} />}
          <SelectField label="Source" choices={targetChoices(sources.reply ?? held.sources)} {...form.field('fromId')} />
          <SelectField
            label="Destination"
            choices={targetChoices(destinations.reply ?? held.destinations)}
            {...form.field('toId')}
          />
        </div>
        <div className="send-pair">
          <TextField label="First name" autoComplete="off" {...form.field('firstName')} />
          <TextField label="Middle name" autoComplete="off" {...form.field('middleName')} />
          <TextField label="Last name" autoComplete="off" {...form.field('lastName')} />
          <TextField label="Email" type="email" autoComplete="off" {...form.field('email')} />
          <TextField label="Caregiver ID" autoComplete="off" {...form.field('caregiverId')} />
        </div>
        <div className="form-actions">
          <Button type="submit" loading={form.saving}>
            {isOffline ? 'Queue submission' : 'Search caregivers'}
          </Button>
          {isOffline && (
            <span className="muted">
              Without a connection you can queue a submission by the caregiver ID. It is checked once there is a connection: the
              caregiver, the mapping, the documents, and who put this caregiver forward before.
            </span>
          )}
        </div>
      </form>
    </div>
  );
}
