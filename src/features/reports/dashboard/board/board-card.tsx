import { ActionIcon, Menu } from '@mantine/core';
import { IconChevronDown, IconDots, IconGripVertical } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { useBoard } from './board-context.ts';
import { folded, placed } from './board-layout.ts';

type Props = {
  id: string;
  title: string;
  note?: ReactNode;
  /** The time of the figures. Without it they are this device's, as of its last sync. */
  at?: string | null;
  children: ReactNode;
};

/** One card of the dashboard: it folds, moves by drag or menu, can be removed, and says how old its figures are. */
export function BoardCard({ id, title, note, at, children }: Props) {
  const { layout, change } = useBoard();
  const body = useId();
  const card = useRef<HTMLElement>(null);
  const open = !layout.closed.includes(id);
  const { mark, ...drops } = useDrops(id, card);
  return (
    <section ref={card} className="card dashboard-card" data-card={id} data-drop={mark ?? undefined} {...drops}>
      <header>
        <Handle id={id} card={card} />
        <h2>
          <button
            type="button"
            className="plain-button dashboard-card-head"
            aria-expanded={open}
            aria-controls={body}
            onClick={() => change(folded(layout, id, open))}
          >
            {title}
            <IconChevronDown size={16} aria-hidden />
          </button>
        </h2>
        {note && open && <span className="dashboard-card-note muted">{note}</span>}
        <CardMenu id={id} title={title} />
      </header>
      <div id={body} hidden={!open}>
        {children}
        <CardAge at={at} />
      </div>
    </section>
  );
}

function CardAge({ at }: { at: string | null | undefined }) {
  const { lastSyncedAt, phase } = useSyncState();
  const age = at === undefined ? lastSyncedAt : at;
  if (!age) return null;
  return (
    <p className="dashboard-card-age muted">
      {phase === 'offline' ? 'Offline. As of ' : 'As of '}
      <Ago at={age} />
    </p>
  );
}

function CardMenu({ id, title }: { id: string; title: string }) {
  const { layout, change, ids, besides, remove } = useBoard();
  const more = useRef<HTMLButtonElement>(null);
  const { above, below } = besides(id);
  const put = (side: 'before' | 'after', other: string | null) => other !== null && change(placed(ids, layout, id, side, other));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon ref={more} size="sm" className="dashboard-card-more" aria-label={`More for ${title}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={above === null} onClick={() => put('before', above)}>
          Move up
        </Menu.Item>
        <Menu.Item disabled={below === null} onClick={() => put('after', below)}>
          Move down
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => remove(id)}>Remove card</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** What a pointer drags the card by. The menu does the same for keys and touch. */
function Handle({ id, card }: { id: string; card: { readonly current: HTMLElement | null } }) {
  const { drag } = useBoard();
  return (
    <span
      className="dashboard-card-handle"
      aria-hidden
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', '');
        if (card.current) event.dataTransfer.setDragImage(card.current, 12, 12);
        drag(id);
      }}
      onDragEnd={() => drag(null)}
    >
      <IconGripVertical size={16} />
    </span>
  );
}

/** Takes a dragged card before or after this one, by the half that the pointer is in. */
function useDrops(id: string, card: { readonly current: HTMLElement | null }) {
  const { layout, change, ids, dragged, drag, takes } = useBoard();
  const [mark, setMark] = useState<'before' | 'after' | null>(null);
  const sideOf = ({ clientY }: DragEvent) => {
    const box = card.current?.getBoundingClientRect();
    return box && clientY > box.top + box.height / 2 ? ('after' as const) : ('before' as const);
  };
  return {
    mark,
    onDragOver: (event: DragEvent) => {
      if (!takes(id)) return;
      event.preventDefault();
      setMark(sideOf(event));
    },
    onDragLeave: () => setMark(null),
    onDrop: (event: DragEvent) => {
      setMark(null);
      if (!takes(id) || dragged === null) return;
      event.preventDefault();
      change(placed(ids, layout, dragged, sideOf(event), id));
      drag(null);
    },
  };
}
