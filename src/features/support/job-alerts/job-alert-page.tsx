import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { addJobAlert, type JobAlert, listJobAlerts, readJobAlert, saveJobAlert } from '#contract/support/job-alerts.ts';
import { hasCandidates } from '#domain/targets/candidates.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { useWhenClean } from '#src/ui/form/use-when-clean.ts';
import { Answered } from '#src/ui/page/answered.tsx';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { AlertDraft, contentOf, draftOf } from './job-alert.ts';
import { AlertFields } from './job-alert-fields.tsx';
import { AlertPreview } from './job-alert-preview.tsx';
import { AlertResults } from './job-alert-results.tsx';
import './job-alerts.css';

/** `/notifications/edit/:id`: one job alert; 0 adds one. */
export const JobAlertPage = ({ id }: { id: number }) => (id > 0 ? <Stored id={id} /> : <AlertForm alert={null} />);

function Stored({ id }: { id: number }) {
  const answer = useReply(readJobAlert, { cust: 'me', id });
  return (
    <Answered answer={answer} what="The details of this alert">
      {(alert) => <AlertForm alert={alert} />}
    </Answered>
  );
}

function AlertForm({ alert }: { alert: JobAlert | null }) {
  const { ready, rows: targets } = useCollection('target');
  const views = useCollection('reportConfiguration');
  if (!ready || !views.ready) return <Waiting />;
  return <Fields alert={alert} targets={targets} views={views.rows} />;
}

type Props = {
  alert: JobAlert | null;
  targets: ReturnType<typeof useCollection<'target'>>['rows'];
  views: ReturnType<typeof useCollection<'reportConfiguration'>>['rows'];
};

function Fields({ alert, targets, views }: Props) {
  const navigate = useNavigate();
  const [saved, setSaved] = useState(false);
  const toList = () => void navigate(pathTo('/notifications'));
  const saving = {
    said: ({ name }: JobAlert) => ({ detail: name }),
    refreshes: [listJobAlerts, readJobAlert],
    onSaved: () => setSaved(true),
  };
  const add = useSave(addJobAlert, { args: (draft: AlertDraft) => ({ cust: 'me', ...contentOf(draft) }), ...saving });
  const save = useSave(saveJobAlert, {
    args: (draft: AlertDraft) => ({ cust: 'me', id: alert?.id ?? 0, ...contentOf(draft) }),
    ...saving,
  });
  const first = targets.find(({ typeId, disabled }) => hasCandidates(typeId) && !disabled);
  const form = useForm(AlertDraft, { initial: draftOf(alert, first?.id ?? null), onSubmit: alert ? save : add });
  useWhenClean(saved || null, form, toList);
  return (
    <>
      <FormPage
        title={alert ? alert.name : 'New job alert'}
        form={form}
        saveLabel="Save job alert"
        blocked={useBlocked()}
        onBack={toList}
        actions={<Link to={pathTo('/notifications')}>All job alerts</Link>}
      >
        {alert && alert.pausedBecause !== '' && (
          <p className="alert-paused" role="status">{`Paused: ${alert.pausedBecause} Saving starts it again.`}</p>
        )}
        <AlertFields form={form} targets={targets} views={views} />
        <AlertPreview form={form} id={alert?.id ?? 0} />
      </FormPage>
      {alert && <AlertResults id={alert.id} />}
    </>
  );
}
