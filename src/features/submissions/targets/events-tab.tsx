import { messages } from '#contract/kit/messages.ts';
import { addSubmissionSubscription, readSubmissionTarget, type SubmissionTarget } from '#contract/submissions/targets.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';

/** Whether the system of a target reports its submissions by itself. */
export function EventsTab({ target }: { target: SubmissionTarget }) {
  const { id, systemName, can, type, subscription } = target;
  const me = useSession().customer.id;
  const subscribe = useDo(addSubmissionSubscription, {
    args: () => ({ me, id }),
    said: ({ message }) => ({ title: message }),
    failed: messages.subscriptionNotAdded,
    refreshes: [readSubmissionTarget],
  });
  if (!can.listen)
    return (
      <SettingsPart title="Events">
        <p className="muted">
          {`${systemName} does not report events. `}
          {can.status ? 'Jobdock asks it for the status of submissions.' : 'The status of submissions there is not known here.'}
        </p>
      </SettingsPart>
    );
  return (
    <SettingsPart
      title="Events"
      about={
        type === 2
          ? 'A submission that a recruiter makes in the ATS starts the same path as one that is made here.'
          : 'A status that changes at the destination arrives here at once. Each report is checked against the destination.'
      }
    >
      {subscription ? <Subscription subscription={subscription} /> : <p className="muted">There is no subscription yet.</p>}
      <div className="form-actions">
        <OnlineButton variant="default" onClick={() => void subscribe(null)}>
          {subscription ? 'Subscribe again' : 'Subscribe'}
        </OnlineButton>
      </div>
    </SettingsPart>
  );
}

function Subscription({ subscription }: { subscription: NonNullable<SubmissionTarget['subscription']> }) {
  const { name, madeAt, readAt, problem } = subscription;
  return (
    <>
      {problem !== '' && <p data-tone="bad">{problem}</p>}
      <dl className="submission-facts">
        <div>
          <dt>Subscription</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>Made</dt>
          <dd>
            <Ago at={madeAt} />
          </dd>
        </div>
        <div>
          <dt>Last event read</dt>
          <dd>{readAt === null ? 'None so far' : <Ago at={readAt} />}</dd>
        </div>
      </dl>
    </>
  );
}
