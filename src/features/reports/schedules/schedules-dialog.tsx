import { Button } from '@mantine/core';
import { useState } from 'react';
import { listScheduleRuns, listSchedules, removeSchedule, type Schedule, sendScheduled } from '#contract/reports/schedules.ts';
import { timingWords } from '#domain/reports/schedules/timing.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { Answered } from '#src/ui/page/answered.tsx';
import { type ScheduledView, ScheduleForm } from './schedule-form.tsx';
import './schedules.css';

type Props = { view: ScheduledView; onClose: () => void };

/** The schedules of a saved view: when each is sent, what became of it, and its form. Only one dialog is open at a time. */
export function SchedulesDialog({ view, onClose }: Props) {
  const [edited, setEdited] = useState<Schedule | 'new' | null>(null);
  const answer = useReply(
    listSchedules,
    { cust: 'me' },
    { again: (all) => all.some(({ lastRun }) => lastRun?.state === 'waiting') },
  );
  if (edited !== null)
    return <ScheduleForm view={view} schedule={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />;
  return (
    <Dialog title={`Schedules of ${view.name}`} dirty={false} onClose={onClose}>
      {(close) => (
        <>
          <Answered answer={answer} what="The schedules">
            {(all) => <List schedules={all.filter(({ configurationId }) => configurationId === view.id)} onEdit={setEdited} />}
          </Answered>
          <div className="form-actions">
            <OnlineButton onClick={() => setEdited('new')}>Add schedule</OnlineButton>
            <Button variant="default" onClick={close}>
              Close
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function List({ schedules, onEdit }: { schedules: readonly Schedule[]; onEdit: (schedule: Schedule) => void }) {
  if (schedules.length === 0)
    return <p className="muted">It is not sent yet. A schedule sends it by email, with its rows as a file.</p>;
  return (
    <ul className="schedule-list" aria-label="Schedules">
      {schedules.map((schedule) => (
        <Item key={schedule.id} schedule={schedule} onEdit={onEdit} />
      ))}
    </ul>
  );
}

function Item({ schedule, onEdit }: { schedule: Schedule; onEdit: (schedule: Schedule) => void }) {
  const { role } = useSession();
  const [showsRuns, setShowsRuns] = useState(false);
  const refreshes = [listSchedules, listScheduleRuns];
  const send = useDo(sendScheduled, {
    args: ({ id }: Schedule) => ({ cust: 'me', scheduleId: id }),
    said: () => ({ title: 'The report is on its way', detail: 'The run below says who got it.' }),
    failed: 'The report was not sent',
    refreshes,
  });
  const remove = useDo(removeSchedule, {
    args: ({ id }: Schedule) => ({ cust: 'me', id }),
    said: ({ message }) => ({ title: message }),
    failed: 'The schedule was not removed',
    refreshes,
  });
  const isOwner = schedule.ownerId === role.userId;
  return (
    <li>
      <strong>{timingWords(schedule)}</strong>
      <ScheduleState schedule={schedule} isOwner={isOwner} />
      <div className="form-actions">
        {isOwner && (
          <Button size="xs" variant="default" onClick={() => onEdit(schedule)}>
            {schedule.isPaused ? 'Edit and start again' : 'Edit'}
          </Button>
        )}
        {!schedule.isPaused && (
          <OnlineButton size="xs" variant="default" onClick={() => void send(schedule)}>
            Send now
          </OnlineButton>
        )}
        <Button size="xs" variant="default" aria-expanded={showsRuns} onClick={() => setShowsRuns(!showsRuns)}>
          {showsRuns ? 'Hide runs' : 'Show runs'}
        </Button>
        <OnlineButton
          size="xs"
          variant="subtle"
          color="red"
          onClick={() => void isSure(schedule).then((sure) => sure && remove(schedule))}
        >
          Remove
        </OnlineButton>
      </div>
      {showsRuns && <Runs schedule={schedule} />}
    </li>
  );
}

function ScheduleState({ schedule, isOwner }: { schedule: Schedule; isOwner: boolean }) {
  const format = useFormat();
  const { dontSendMe, addresses, unconfirmed, isPaused, pausedBecause, nextAt, lastRun, owner } = schedule;
  const to = [...(dontSendMe ? [] : [isOwner ? 'you' : owner]), ...addresses];
  const at = (instant: string) => `${format.date(instant)} ${format.time(instant)}`;
  return (
    <>
      <p>{`To ${to.join(', ')}`}</p>
      {unconfirmed.length > 0 && <p className="muted">{`Has not agreed yet: ${unconfirmed.join(', ')}`}</p>}
      {isPaused ? (
        <p className="schedule-paused">{`Paused. ${pausedBecause}`}</p>
      ) : (
        <p className="muted">{`Next time: ${nextAt === null ? '' : at(nextAt)}`}</p>
      )}
      {lastRun && <p className="muted">{`Last time: ${at(lastRun.dueAt)}. ${lastRun.message || 'On its way.'}`}</p>}
    </>
  );
}

/** What became of the schedule at each time. */
function Runs({ schedule }: { schedule: Schedule }) {
  const format = useFormat();
  const answer = useReply(
    listScheduleRuns,
    { cust: 'me', id: schedule.id },
    { again: ({ rows }) => rows.some(({ state }) => state === 'waiting') },
  );
  return (
    <Answered answer={answer} what="The runs">
      {({ rows }) =>
        rows.length === 0 ? (
          <p className="muted">It was not sent yet.</p>
        ) : (
          <ol className="schedule-runs" aria-label="Runs">
            {rows.map(({ id, dueAt, message, byHand }) => (
              <li key={id}>
                {`${format.date(dueAt)} ${format.time(dueAt)}${byHand ? ', by hand' : ''}: ${message || 'on its way'}`}
              </li>
            ))}
          </ol>
        )
      }
    </Answered>
  );
}

const isSure = async (schedule: Schedule): Promise<boolean> =>
  (await ask({
    title: 'Remove this schedule?',
    body: <p>{`“${schedule.configuration}” is not sent any more. The saved report stays.`}</p>,
    choices: { go: { words: 'Remove schedule', tone: 'danger' }, stay: { words: 'Keep schedule' } },
    safe: 'stay',
  })) === 'go';
