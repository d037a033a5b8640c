import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { localSetting } from '#src/ui/local-setting.ts';
import { type Idleness, idlenessAt } from './idle.ts';

/** Shared by all tabs: activity in one tab keeps all of them signed in. */
const activeAt = localSetting('active-at', z.number(), 0);
const noticedEveryMs = 15_000;
const kinds = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Signs out after an hour without activity, with a warning two minutes before. Unsent changes stay on the device. */
export function IdleGuard({ onOver }: { onOver: () => void }) {
  const [idleness, setIdleness] = useState<Idleness>({ kind: 'active' });
  const over = useEffectEvent(onOver);
  const stay = () => {
    activeAt.write(Date.now());
    setIdleness({ kind: 'active' });
  };
  useEffect(() => {
    activeAt.write(Date.now());
    const page = new AbortController();
    const used = () => {
      const now = Date.now();
      // While the warning is open, only its buttons count as activity: an accidental key must not.
      if (idlenessAt(now, activeAt.read()).kind === 'active' && now - activeAt.read() > noticedEveryMs) activeAt.write(now);
    };
    for (const kind of kinds) window.addEventListener(kind, used, { capture: true, passive: true, signal: page.signal });
    const timer = window.setInterval(() => {
      const next = idlenessAt(Date.now(), activeAt.read());
      setIdleness((last) => (last.kind === 'active' && next.kind === 'active' ? last : next));
      if (next.kind === 'over') over();
    }, 1000);
    return () => {
      page.abort();
      window.clearInterval(timer);
    };
  }, []);
  if (idleness.kind !== 'warning') return null;
  const seconds = idleness.secondsLeft;
  return (
    <Dialog title="Still there?" dirty={false} size={420} onClose={stay}>
      {() => (
        <>
          <p role="timer">
            You will be signed out in {seconds >= 60 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`} because nothing was used
            for a while. What waits to be sent stays saved on this device.
          </p>
          <div className="ask-choices">
            <Button data-autofocus onClick={stay}>
              Stay
            </Button>
            <Button variant="default" onClick={onOver}>
              Sign out now
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
