import 'altcha/external';
import 'altcha/altcha.css';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';
import { useEffect, useEffectEvent, useRef } from 'react';

const shaSizes = ['256', '384', '512'];
for (const size of shaSizes) globalThis.$altcha.algorithms.set(`PBKDF2/SHA-${size}`, () => new Pbkdf2Worker());

/** ALTCHA: this device computes for a second or two; there is no puzzle. `onSolved` gets null when a solution went stale. */
export function HumanCheck({ challenge, onSolved }: { challenge: string; onSolved: (solution: string | null) => void }) {
  const host = useRef<HTMLDivElement>(null);
  const solved = useEffectEvent(onSolved);
  useEffect(() => {
    const widget = document.createElement('altcha-widget');
    widget.setAttribute('challenge', challenge);
    widget.setAttribute('auto', 'onload');
    widget.setAttribute('configuration', JSON.stringify({ hideFooter: true, hideLogo: true, humanInteractionSignature: false }));
    widget.addEventListener('statechange', (event) => {
      const { state, payload } = (event as CustomEvent<{ state: string; payload?: string | null }>).detail;
      solved(state === 'verified' ? (payload ?? null) : null);
    });
    host.current?.replaceChildren(widget);
    return () => widget.remove();
  }, [challenge]);
  return <div className="human-check" ref={host} />;
}
