import { ActionIcon } from '@mantine/core';
import { IconArrowsDiagonal, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useHotkeys } from '../hotkeys/use-hotkeys.tsx';
import { closeScope, UnsavedScope } from '../unsaved/unsaved-work.ts';
import './side-panel.css';

const narrowest = 480;
const widest = 720;
const clamp = (width: number) => Math.min(widest, Math.max(narrowest, width));

/** The object open in the panel, from the URL: `?open=job:123`. Opening adds one history entry, so Back closes the panel. */
export function useOpenPanel(): {
  open: { kind: string; id: string } | null;
  show: (kind: string, id: string | number) => void;
  close: () => void;
} {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const here = params.get('open');
  const [kind = '', id = ''] = here?.split(/:(.*)/s) ?? [];
  return {
    open: kind && id ? { kind, id } : null,
    show: (nextKind, nextId) =>
      setParams(
        (now) => {
          now.set('open', `${nextKind}:${nextId}`);
          return now;
        },
        // Moving from record to record adds no entry: Back always closes the panel.
        { replace: here !== null, preventScrollReset: true, state: { panel: true } },
      ),
    close: () => {
      if (window.history.state?.usr?.panel === true) return void navigate(-1);
      setParams(
        (now) => {
          now.delete('open');
          return now;
        },
        { replace: true, preventScrollReset: true },
      );
    },
  };
}

type Props = {
  title: string;
  onClose: () => void;
  /** Path of the object's own page. */
  fullPage?: string;
  actions?: ReactNode;
  width: number;
  onWidth: (width: number) => void;
  children: ReactNode;
};

/** One object beside the list: 480 to 720 px wide, resized by pointer or arrow keys. On a tablet, a bottom sheet. */
export function SidePanel({ title, onClose, fullPage, actions, width, onWidth, children }: Props) {
  const [scope] = useState(() => new Set<string>());
  const close = () => void closeScope(scope, title, onClose);
  // Read before the heading takes the focus.
  const [from] = useState(() => document.activeElement);
  useEffect(() => {
    return () => {
      if (from instanceof HTMLElement && from.isConnected) from.focus();
    };
  }, [from]);
  const heading = useHeadingFocus(title);
  useHotkeys([
    { keys: '.', words: 'Close the panel', group: 'Panel', run: close },
    {
      keys: 'escape',
      words: 'Close the panel',
      group: 'Panel',
      run: close,
      enabled: () => document.activeElement === document.body,
    },
  ]);
  return (
    <aside
      className="side-panel"
      aria-label={title}
      style={{ '--panel-width': `${clamp(width)}px` } as React.CSSProperties}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // A dialog that the panel opened lies elsewhere in the page, and its Escape closes only itself.
        if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
        event.preventDefault();
        close();
      }}
    >
      <Resizer width={clamp(width)} onWidth={onWidth} />
      <header className="side-panel-head">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {actions}
        {fullPage && (
          <ActionIcon component={Link} to={fullPage} aria-label="Open full page" data-tip="Open full page">
            <IconArrowsDiagonal size={18} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon onClick={close} aria-label="Close the panel" data-tip="Close">
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </header>
      <div className="side-panel-body" tabIndex={-1}>
        <UnsavedScope value={scope}>{children}</UnsavedScope>
      </div>
    </aside>
  );
}

/** The heading of a new record takes the focus, so that screen readers announce it, but never from a control of the panel. */
function useHeadingFocus(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const has = document.activeElement;
    if (has !== heading.current && heading.current?.closest('aside')?.contains(has)) return;
    heading.current?.blur();
    heading.current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new title means a new record
  }, [title]);
  return heading;
}

function Resizer({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const [startX, setStartX] = useState<{ x: number; width: number } | null>(null);
  const step: Record<string, number> = { ArrowLeft: 20, ArrowRight: -20 };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Panel width"
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={width}
      tabIndex={0}
      className="side-panel-resizer"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setStartX({ x: event.clientX, width });
      }}
      onPointerMove={(event) => startX && onWidth(clamp(startX.width + startX.x - event.clientX))}
      onPointerUp={() => setStartX(null)}
      onKeyDown={(event) => {
        const by = step[event.key];
        if (by === undefined) return;
        event.preventDefault();
        onWidth(clamp(width + by));
      }}
    />
  );
}
