import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { TaskRow } from '#contract/rows/rows.ts';
import { isSilence } from '#domain/jobs/silence.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import type { TaskActions } from './use-task-actions.ts';
import './collect.css';

type Props = { task: TaskRow & { alarm: string }; actions: TaskActions; onItsScreen?: boolean };

/** The alarm of a task, with the actions that resolve it. */
export function TaskAlarm({ task, actions, onItsScreen = false }: Props) {
  const writes = useSession().may('tasks.write');
  const loading = actions.running.includes(task.id);
  const silent = isSilence(task.alarm);
  return (
    <div className="task-alarm" role="alert">
      <IconAlertTriangle size={20} aria-hidden />
      <div className="task-alarm-words">
        <strong>{silent ? `${task.name} sent no jobs` : `${task.name} needs attention`}</strong>
        <p>{task.alarm}</p>
      </div>
      <div className="task-alarm-actions">
        {writes && (
          <OnlineButton size="xs" variant="default" loading={loading} onClick={() => void actions.run(task)}>
            Run again
          </OnlineButton>
        )}
        {writes && silent && (
          <OnlineButton size="xs" color="red" variant="filled" loading={loading} onClick={() => void actions.run(task, true)}>
            Run again and accept zero jobs
          </OnlineButton>
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
