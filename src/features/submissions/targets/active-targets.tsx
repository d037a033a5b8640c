import { Link } from 'react-router-dom';
import * as z from 'zod';
import {
  listShortSubmissionTargets,
  type ShortSubmissionTarget,
  saveActiveSubmissionTargets,
} from '#contract/submissions/targets.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { typeLabels, usedAs } from '#src/entities/submission/submission-labels.ts';
import { unread } from '#src/entities/submission/unread.ts';
import { SwitchField } from '#src/ui/form/fields.tsx';
import { type Bound, useForm } from '#src/ui/form/use-form.ts';
import { counted } from '#src/ui/format/format.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { SettingsPage } from '#src/ui/page/settings-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { activeOf, switched } from './active-set.ts';
import { targetReplies } from './target.ts';
import './submission-targets.css';

const Draft = z.object({ ids: z.array(z.number()) });

/** `/submissiontargetsshort`: which submission targets are active. */
export function ActiveTargets() {
  const me = useSession().customer.id;
  const answer = useReply(listShortSubmissionTargets, { me });
  return (
    <SettingsPage title="Active targets" answer={{ ...answer, problem: unread('targets', answer.problem) }} what="The targets">
      {(targets) => (targets.length === 0 ? <NoTargets /> : <Switches key={activeOf(targets).join()} targets={targets} />)}
    </SettingsPage>
  );
}

const NoTargets = () => (
  <EmptyState kind="first-use" title="No submission targets yet">
    <p>Targets are added under Submission targets. Here you choose which of them are active.</p>
    <Link to={pathTo('/submissiontargets')}>Submission targets</Link>
  </EmptyState>
);

function Switches({ targets }: { targets: readonly ShortSubmissionTarget[] }) {
  const me = useSession().customer.id;
  const send = useSend(saveActiveSubmissionTargets, targetReplies);
  const offline = useBlocked();
  const form = useForm(Draft, {
    initial: { ids: activeOf(targets) },
    async onSubmit({ ids }) {
      const answer = await send({ me, ids });
      if (!answer.ok) return problemsOf(answer.error);
      toast.success({ title: 'Active targets saved', detail: `${counted(ids.length, 'target')} active` });
      return undefined;
    },
  });
  const bound = form.field('ids');
  const on = (id: number): Bound<boolean> => ({
    ...bound,
    value: bound.value.includes(id),
    error: undefined,
    onChange: () => bound.onChange(switched(bound.value, id)),
  });
  const unchanged = form.dirty ? undefined : 'Save is possible once the choice differs from the saved one.';
  return (
    <FormPage bare title="Active targets" form={form} saveLabel="Save active targets" blocked={offline ?? unchanged}>
      <p className="muted">An inactive target keeps its lists and mappings. Nothing is read from it and nothing is sent to it.</p>
      <ul className="card active-targets" aria-label="Submission targets">
        {targets.map((target) => (
          <li key={target.id}>
            <SwitchField
              label={target.name}
              hint={`${target.systemName}, ${typeLabels[target.type]}. ${usedAs(target)}.`}
              {...on(target.id)}
            />
            <Link to={pathTo('/submissionTarget/:id/:short?', { id: target.id, short: 'short' })}>
              Settings<span className="visually-hidden"> of {target.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </FormPage>
  );
}
