import { IconCheck, IconMinus } from '@tabler/icons-react';
import * as z from 'zod';
import { listSubmissionChoices, type SubmissionTarget } from '#contract/submissions/targets.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { unread } from '#src/entities/submission/unread.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { Answered } from '#src/ui/page/answered.tsx';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { CheckCredentials } from './check-credentials.tsx';
import { ConnectionFields, connectionShape, type System } from './connection-fields.tsx';
import { capabilityLabels, contentOf } from './target.ts';
import { useSaveSubmissionTarget } from './use-save-target.ts';

const Draft = z.object(connectionShape);

/** How Jobdock signs in to a submission target, and what its system can do. */
export function ConnectionTab({ target }: { target: SubmissionTarget }) {
  const me = useSession().customer.id;
  const answer = useReply(listSubmissionChoices, { me });
  return (
    <>
      <SettingsPart title="Connection">
        <Answered answer={{ ...answer, problem: unread('choices', answer.problem) }} what="The fields of the connection">
          {({ systems }) => {
            const system = systems.find(({ id }) => id === target.systemId);
            return system ? (
              <Connection target={target} system={system} />
            ) : (
              <p>{`Jobdock no longer connects ${target.systemName}.`}</p>
            );
          }}
        </Answered>
      </SettingsPart>
      <Capabilities target={target} />
    </>
  );
}

function Connection({ target, system }: { target: SubmissionTarget; system: System }) {
  const me = useSession().customer.id;
  const save = useSaveSubmissionTarget();
  const { name, orgKey, site, isActive } = target;
  const form = useForm(Draft, {
    initial: { name, orgKey, site, isActive, secret: '' },
    async onSubmit(draft) {
      const problems = await save({ me, ...contentOf(target), ...draft });
      // A saved secret does not stay on the screen.
      if (!problems) form.set('secret', '');
      return problems;
    },
  });
  return (
    <>
      <FormPage bare title="Connection" form={form} saveLabel="Save connection" blocked={useBlocked()}>
        <ConnectionFields form={form} system={system} hasSecret={target.hasSecret} />
      </FormPage>
      <CheckCredentials target={target} draft={form.dirty ? form.values : null} />
    </>
  );
}

function Capabilities({ target: { can, systemName } }: { target: SubmissionTarget }) {
  return (
    <SettingsPart
      title={`What ${systemName} can do`}
      about="Not found means that no public document of the system describes it, or that the system lacks it."
    >
      <ul className="capabilities" aria-label={`What ${systemName} can do`}>
        {capabilityLabels.map(([key, label]) => (
          <li key={key} data-able={can[key]}>
            {can[key] ? <IconCheck size={16} aria-hidden /> : <IconMinus size={16} aria-hidden />}
            <span>
              {label}
              {can[key] ? <span className="visually-hidden">: yes</span> : ': not found'}
            </span>
          </li>
        ))}
      </ul>
    </SettingsPart>
  );
}
