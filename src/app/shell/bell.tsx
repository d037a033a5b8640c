import { ActionIcon, Popover } from '@mantine/core';
import { IconBell, IconX } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { Ago } from '#src/ui/format/use-format.tsx';
import { noticeBoard } from '#src/ui/toast/notices.ts';
import { useServiceNotices } from './use-service-notices.ts';
import './header.css';

type Line = {
  key: string;
  at: string;
  title: string;
  detail: string | null;
  to: string | null;
  read: boolean;
  remove: () => void;
};

/** Notices of the service and of this page, newest first. */
function useLines(): { lines: readonly Line[]; markAllRead: () => void } {
  const own = useSyncExternalStore(noticeBoard.watch, noticeBoard.list);
  const service = useServiceNotices();
  const lines: Line[] = [
    ...service.list.map(({ id, date, text, link, isRead }) => ({
      key: `s${id}`,
      at: date,
      title: text,
      detail: null,
      // Two slashes would lead to another host.
      to: link !== null && /^\/(?!\/)/.test(link) ? link : null,
      read: isRead,
      remove: () => service.remove(id),
    })),
    ...own.map(({ id, at, title, detail, to, read }) => ({
      key: id,
      at,
      title,
      detail,
      to,
      read,
      remove: () => noticeBoard.remove(id),
    })),
  ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return {
    lines,
    markAllRead() {
      noticeBoard.markAllRead();
      service.markAllRead();
    },
  };
}

/** Notices of the service, and the kept toasts of the last seven days. */
export function Bell() {
  const { lines, markAllRead } = useLines();
  const [opened, setOpened] = useState(false);
  const unread = lines.filter((line) => !line.read).length;
  const change = (open: boolean) => {
    setOpened(open);
    if (open) return;
    markAllRead();
  };
  return (
    <Popover opened={opened} onChange={change} position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <button
          type="button"
          className="header-button"
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
          aria-expanded={opened}
          onClick={() => change(!opened)}
        >
          <IconBell size={20} aria-hidden />
          {unread > 0 && (
            <span className="bell-count" aria-hidden>
              {unread > 99 ? '99' : unread}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        <div className="notices">
          <div className="notices-head">
            <strong>Notifications</strong>
            <ActionIcon onClick={() => change(false)} aria-label="Close notifications">
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </div>
          {lines.length === 0 ? (
            <p className="muted" style={{ padding: '28px 16px', textAlign: 'center' }}>
              No new notifications.
            </p>
          ) : (
            <ul className="notices-list">
              {lines.slice(0, 100).map((line) => (
                <NoticeLine key={line.key} line={line} onOpen={() => change(false)} />
              ))}
            </ul>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function NoticeLine({ line, onOpen }: { line: Line; onOpen: () => void }) {
  const { title, detail, to, at, read, remove } = line;
  return (
    <li className="notice">
      <span className="notice-mark" data-unread={!read || undefined} aria-hidden />
      <div>
        {!read && <span className="visually-hidden">Unread: </span>}
        {to ? (
          <Link to={to} onClick={onOpen}>
            {title}
          </Link>
        ) : (
          <p>{title}</p>
        )}
        {detail && <p className="muted">{detail}</p>}
      </div>
      <ActionIcon size="sm" onClick={remove} aria-label={`Remove: ${title}`}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
      <small>
        <Ago at={at} />
      </small>
    </li>
  );
}
