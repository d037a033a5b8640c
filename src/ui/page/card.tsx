import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import * as z from 'zod';
import { localSetting, useSetting } from '#src/ui/local-setting.ts';

const closedCards = localSetting('dashboard-closed', z.array(z.string()), []);

/** One card of the dashboard. It can be closed, and stays closed on this device. */
export function Card({ id, title, note, children }: { id: string; title: string; note?: ReactNode; children: ReactNode }) {
  const [closed, setClosed] = useSetting(closedCards);
  const body = useId();
  const open = !closed.includes(id);
  return (
    <section className="card dashboard-card">
      <h2>
        <button
          type="button"
          className="plain-button dashboard-card-head"
          aria-expanded={open}
          aria-controls={body}
          onClick={() => setClosed(open ? [...closed, id] : closed.filter((one) => one !== id))}
        >
          {title}
          <IconChevronDown size={16} aria-hidden />
        </button>
      </h2>
      {note && open && <span className="dashboard-card-note muted">{note}</span>}
      <div id={body} hidden={!open}>
        {children}
      </div>
    </section>
  );
}
