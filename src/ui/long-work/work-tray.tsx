import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { Ago, useNow } from '../format/use-format.tsx';
import { longWork } from './long-work.ts';
import { paceText, progressLabel, type Work } from './work.ts';
import './work-tray.css';

/** Long work of this page, newest first. */
export const useLongWork = (): readonly Work[] => useSyncExternalStore(longWork.watch, longWork.list);

/** Lists long work with its progress, its Stop button and its result. Empty if there is none. */
export function WorkTray({ onLeave }: { onLeave: () => void }) {
  const works = useLongWork();
  if (works.length === 0) return null;
  return (
    <section className="work-tray" aria-label="Long work">
      <ul>
        {works.map((work) => (
          <WorkLine key={work.id} work={work} onLeave={onLeave} />
        ))}
      </ul>
    </section>
  );
}

function WorkLine({ work, onLeave }: { work: Work; onLeave: () => void }) {
  const { id, title, state, to, next } = work;
  const running = state === 'running' || state === 'cancelling';
  return (
    <li className="work-line" data-state={state}>
      <div className="work-line-head">
        <strong>{title}</strong>
        {!running && (
          <ActionIcon size="sm" onClick={() => longWork.dismiss(id)} aria-label={`Remove: ${title}`}>
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {running ? <Running work={work} /> : <p className="muted">{endText(work)}</p>}
      {!running && (to || next) && (
        <div className="work-line-cancel">
          {to && (
            <Link to={to} onClick={onLeave}>
              {state === 'done' ? 'Open the result' : 'Open'}
            </Link>
          )}
          {next && (
            <Button size="xs" variant="default" aria-label={`${next}: ${title}`} onClick={() => longWork.goOn(id)}>
              {next}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function Running({ work }: { work: Work }) {
  const now = useNow();
  const { id, title, phase, done, total, state, cancelKeeps } = work;
  const far = [phase, progressLabel(work), paceText(work, now)].filter(Boolean).join(' · ');
  return (
    <>
      <progress {...(total === null ? {} : { value: done, max: Math.max(total, 1) })} aria-label={title} />
      <p className="muted">{far || 'Starting'}</p>
      {cancelKeeps !== null && (
        <div className="work-line-cancel">
          <Button size="xs" variant="default" disabled={state === 'cancelling'} onClick={() => longWork.cancel(id)}>
            {state === 'cancelling' ? 'Stopping' : 'Stop'}
          </Button>
          <span className="muted">{cancelKeeps}</span>
        </div>
      )}
    </>
  );
}

function endText({ state, words, endedAt }: Work) {
  if (state === 'unwatched') return 'The page was closed while this was running. Open it to see its progress.';
  return (
    <>
      {state === 'failed' ? 'Not finished. ' : ''}
      {words} <Ago at={endedAt} />
    </>
  );
}
