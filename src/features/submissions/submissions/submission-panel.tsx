import * as z from 'zod';
import { readSubmissionHistory } from '#contract/submissions/submissions.ts';
import { stateLabels } from '#domain/submissions/words.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { stateTones } from '#src/entities/submission/submission-labels.ts';
import type { RowAction } from '#src/ui/actions/row-action.ts';
import { RowActions } from '#src/ui/actions/row-actions.tsx';
import { bytes } from '#src/ui/format/format.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { localSetting, useSetting } from '#src/ui/local-setting.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { Answered } from '#src/ui/page/answered.tsx';
import { SidePanel } from '#src/ui/panel/side-panel.tsx';
import { type Attempt, answerWords, attemptWords, howWords, type Learned, type ShownSubmission } from './submission.ts';
import './submissions.css';

const panelWidth = localSetting('submission-panel-width', z.number(), 560);

type Props = { submission: ShownSubmission; actions: readonly RowAction<ShownSubmission>[]; onClose: () => void };

/** One submission: its facts, its statuses, and the calls that were made for it. */
export function SubmissionPanel({ submission, actions, onClose }: Props) {
  const me = useSession().customer.id;
  const [width, setWidth] = useSetting(panelWidth);
  const { id, state, status, isError, errorText, warningsText } = submission;
  const answer = useReply(readSubmissionHistory, { id, me }, { since: `${state} ${status}` });
  return (
    <SidePanel title={`Submission ${id}`} width={width} onWidth={setWidth} onClose={onClose}>
      <div className="submission-panel">
        <p className="submission-head">
          <StateBadge tone={isError ? 'bad' : stateTones[state]}>{stateLabels[state]}</StateBadge>
          {status !== stateLabels[state] && <span>{status}</span>}
          <RowActions row={submission} name={`submission ${id}`} actions={actions} />
        </p>
        {errorText !== '' && (
          <p role="alert" data-tone="bad">
            {errorText}
          </p>
        )}
        {warningsText !== '' && <p>{warningsText}</p>}
        <Facts submission={submission} />
        <Answered answer={answer} what="The details of submissions">
          {({ statuses, attempts }) => (
            <>
              <h3>Statuses</h3>
              {statuses.length === 0 ? <p className="muted">None known yet.</p> : <Statuses statuses={statuses} />}
              <h3>Calls of the last 35 days</h3>
              {attempts.length === 0 ? <p className="muted">None so far.</p> : <Attempts attempts={attempts} />}
            </>
          )}
        </Answered>
      </div>
    </SidePanel>
  );
}

function Facts({ submission }: { submission: ShownSubmission }) {
  const { stamp } = useFormat();
  const { from, to, caregiverEmail, caregiverId, providerJobId, atsJobId, facility, source, contact, extId, created } =
    submission;
  const facts = [
    ['Caregiver', caregiverEmail || caregiverId],
    ['From', from],
    ['To', to],
    ['Provider job ID', providerJobId],
    ['ATS job ID', atsJobId],
    ['Facility', facility],
    ['Source', source],
    ['Contact', contact || 'The ATS'],
    ['ID at the destination', extId],
    ['Created', stamp(created)],
  ] as const;
  return (
    <dl className="submission-dl">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || '—'}</dd>
        </div>
      ))}
    </dl>
  );
}

function Statuses({ statuses }: { statuses: readonly Learned[] }) {
  const { stamp } = useFormat();
  return (
    <ol className="submission-lines" aria-label="Statuses">
      {statuses.map(({ status, at, learnedAt, how }) => (
        <li key={`${at} ${status} ${learnedAt}`}>
          <strong>{status}</strong>
          <span className="muted">
            {stamp(at)}, {howWords[how]}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const { stamp } = useFormat();
  return (
    <ol className="submission-lines" aria-label="Calls">
      {attempts.map(({ at, kind, answer, words, milliseconds, documents }) => (
        <li key={`${at} ${kind}`}>
          <span>
            <strong>{attemptWords[kind]}</strong>{' '}
            <StateBadge tone={answerWords[answer].tone}>{answerWords[answer].words}</StateBadge>
          </span>
          {words !== '' && <span>{words}</span>}
          {documents.length > 0 && (
            <span>{documents.map(({ name, size, digest }) => `${name} (${bytes(size)}, ${digest.slice(0, 8)})`).join(', ')}</span>
          )}
          <span className="muted">
            {stamp(at)}, {milliseconds.toLocaleString('en-US')} ms
          </span>
        </li>
      ))}
    </ol>
  );
}
