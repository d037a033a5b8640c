import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { type CollectError, collectErrors } from '#contract/rows/collect-errors.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import type { TaskActions } from './use-task-actions.ts';
import './collect.css';

type Props = { task: TaskRow & { alarm: string }; actions: TaskActions; onItsScreen?: boolean };

/** Emails that wait for a person. */
const pilesByError: Partial<Record<CollectError, 'unread' | 'held'>> = { no_parser: 'unread', sender: 'held' };

/** The alarm of a task, with the actions that resolve it. */
export function TaskAlarm({ task, actions, onItsScreen = false }: Props) {
  const writes = useSession().may('tasks.write');
  const loading = actions.starting.includes(task.id);
  const canAccept = task.error === 'silence' || task.error === 'drift';
  const pile = task.error === null ? null : (pilesByError[task.error] ?? null);
  return (
    <div className="task-alarm" role="alert">
      <IconAlertTriangle size={20} aria-hidden />
      <div className="task-alarm-words">
        <strong>
          {task.name}: {task.error === null ? 'needs attention' : collectErrors[task.error].name}
        </strong>
        <p>{task.alarm}</p>
        {task.nextRunAt === null && task.everyMinutes !== null && (
          <p>It does not run by itself until someone saves the task or runs it.</p>
        )}
      </div>
      <div className="task-alarm-actions">
        {writes && (
          <OnlineButton size="xs" variant="default" loading={loading} onClick={() => void actions.run(task)}>
            Run again
          </OnlineButton>
        )}
        {writes && canAccept && (
          <OnlineButton size="xs" color="red" variant="filled" loading={loading} onClick={() => void actions.run(task, true)}>
            Run again and accept the file
          </OnlineButton>
        )}
        {pile !== null && (
          <Button size="xs" variant="default" component={Link} to={pathTo('/history', {}, { pile, task: task.id })}>
            Open the emails
          </Button>
        )}
        {!onItsScreen && (
          <Button size="xs" variant="default" component={Link} to={pathTo('/edittask/:id/:c?', { id: task.id })}>
            Open task
          </Button>
        )}
      </div>
    </div>
  );
}
