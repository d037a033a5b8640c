import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconHandStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { JobStep } from '#contract/staging/find-job.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import './way-step.css';

const states = {
  done: { Icon: IconCircleCheck, label: 'Done' },
  waiting: { Icon: IconCircleDashed, label: 'Waiting' },
  stopped: { Icon: IconHandStop, label: 'Stopped' },
  failed: { Icon: IconAlertTriangle, label: 'Failed' },
} as const;

type Props = Pick<JobStep, 'state' | 'at' | 'text'> & { readonly title: string; readonly children?: ReactNode };

/** One stage of a job's way, in an ordered list `way`. */
export function WayStep({ title, state, at, text, children }: Props) {
  const { Icon, label } = states[state];
  return (
    <li className={`way-step is-${state}`}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <div>
        <h3>
          {title} <span className="visually-hidden">{label}</span>
          {at !== null && (
            <span className="muted">
              <Ago at={at} />
            </span>
          )}
        </h3>
        <p>{text}</p>
        {children}
      </div>
    </li>
  );
}
