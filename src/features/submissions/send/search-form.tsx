import { Button } from '@mantine/core';
import * as z from 'zod';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { listSubmissionTargets } from '#contract/submissions/targets.ts';
import { submissionLimits } from '#contract/submissions/words.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { targetChoices } from '#src/entities/submission/submission-labels.ts';
import { unread } from '#src/entities/submission/unread.ts';
import { useOffline } from '#src/ui/connection/connection.ts';
import { SelectField, TextField } from '#src/ui/form/fields.tsx';
import { submitting } from '#src/ui/form/submitting.ts';
import { type Problems, useForm } from '#src/ui/form/use-form.ts';
import { FormProblems } from '#src/ui/page/form-page.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { JobOfSubmission } from './job-of-submission.tsx';
import { nothingSought, onlyOf, type Sought, soughtProblems } from './send-request.ts';

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

/** What the submission is for, and what is known of the caregiver. A source or destination that is the only one is filled in. */
export function SearchForm(props: Props) {
  const me = useSession().customer.id;
  const sources = useReply(listSubmissionTargets, { me, forCaregiverSearch: 'true' });
  const destinations = useReply(listSubmissionTargets, { me, submit: 'true' });
  const problem = sources.problem ?? destinations.problem;
  if (problem === null && (sources.reply === null || destinations.reply === null)) return <Waiting rows={3} />;
  return <Fields {...props} sources={sources.reply ?? []} destinations={destinations.reply ?? []} problem={problem} />;
}

type Targets = ReplyOf<typeof listSubmissionTargets>;
type FieldsProps = Props & { sources: Targets; destinations: Targets; problem: string | null };

function Fields({ jobId, onSearch, sources, destinations, problem }: FieldsProps) {
  const isOffline = useOffline();
  const form = useForm(Draft, {
    initial: { ...nothingSought, fromId: onlyOf(sources), toId: onlyOf(destinations) },
    async onSubmit(sought) {
      const problems = soughtProblems(sought, jobId);
      return Object.keys(problems).length > 0 ? problems : onSearch(sought);
    },
  });
  return (
    <div className="card send-search">
      {/* A search is no work that could be lost, so leaving it asks nothing. */}
      <form noValidate className="form" aria-label="Find a caregiver" onSubmit={submitting(() => form.submit())}>
        <FormProblems form={form} purpose="search" />
        {problem !== null && <p role="alert">{unread('choices', problem)}</p>}
        {jobId > 0 && <JobOfSubmission id={jobId} />}
        <div className="send-pair">
          {jobId === 0 && <TextField label="Provider job ID" {...form.field('providerJobId')} />}
          <SelectField label="Source" choices={targetChoices(sources)} {...form.field('fromId')} />
          <SelectField label="Destination" choices={targetChoices(destinations)} {...form.field('toId')} />
        </div>
        <div className="send-pair">
          <TextField label="First name" autoComplete="off" {...form.field('firstName')} />
          <TextField label="Middle name" autoComplete="off" {...form.field('middleName')} />
          <TextField label="Last name" autoComplete="off" {...form.field('lastName')} />
          <TextField label="Email" type="email" autoComplete="off" {...form.field('email')} />
          <TextField label="Caregiver ID" autoComplete="off" {...form.field('caregiverId')} />
        </div>
        <div className="form-actions">
          <Button type="submit" loading={form.saving} disabled={isOffline}>
            Search caregivers
          </Button>
          {isOffline && <span className="muted">Searching needs a connection. What you wrote stays here.</span>}
        </div>
      </form>
    </div>
  );
}
