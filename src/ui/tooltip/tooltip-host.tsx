import { useEffect, useState } from 'react';
import './tooltip.css';

type Shown = { text: string; x: number; y: number; below: boolean };
const waitMs = 250;

/**
 * One tooltip for the whole app, for any element with `data-tip`, so that dense lists need no component per cell. It opens
 * after 250 ms, at once on keyboard focus, and closes on scroll. Escape hides it. It is a hint for the eye only.
 */
export function TooltipHost() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let timer = 0;
    const hide = () => {
      window.clearTimeout(timer);
      setShown(null);
    };
    const showFor = (target: EventTarget | null, delayMs: number) => {
      hide();
      const element = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
      if (!element?.dataset['tip']) return;
      timer = window.setTimeout(() => setShown(placed(element)), delayMs);
    };
    const over = (event: PointerEvent) => event.pointerType !== 'touch' && showFor(event.target, waitMs);
    const focus = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) showFor(event.target, 0);
    };
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    const page = new AbortController();
    const quiet = { capture: true, passive: true, signal: page.signal };
    document.addEventListener('pointerover', over, quiet);
    document.addEventListener('focusin', focus, quiet);
    document.addEventListener('keydown', key, quiet);
    for (const kind of ['pointerdown', 'focusout', 'scroll', 'wheel'] as const) document.addEventListener(kind, hide, quiet);
    return () => {
      page.abort();
      window.clearTimeout(timer);
    };
  }, []);
  if (!shown) return null;
  const { text, x, y, below } = shown;
  return (
    <div aria-hidden className="tip" data-below={below || undefined} style={{ left: x, top: y }}>
      {text}
    </div>
  );
}

function placed(element: HTMLElement): Shown | null {
  const text = element.dataset['tip'];
  const box = element.getBoundingClientRect();
  if (!text || !element.isConnected || box.width === 0) return null;
  const below = box.top < 56;
  const margin = 140;
  const middle = box.left + box.width / 2;
  const x = Math.min(
    Math.max(middle, Math.min(margin, window.innerWidth / 2)),
    Math.max(window.innerWidth - margin, window.innerWidth / 2),
  );
  return { text, x, y: below ? box.bottom + 6 : box.top - 6, below };
}
