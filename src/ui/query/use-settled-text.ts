import { useCallback, useEffect, useRef, useState } from 'react';
import { afterArrival } from './sent-texts.ts';

const settleMs = 180;

/**
 * What a person types into a box that changes `text` once typing stops. `settle` passes a text on at once. The box keeps a trailing
 * space, which the next word needs. It also keeps what is typed while a text that it passed on is still on its way back as `text`.
 */
export function useSettledText(text: string, onText: (text: string) => void) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  const [sent, setSent] = useState<readonly string[]>([]);
  if (text !== known) {
    setKnown(text);
    const left = afterArrival(sent, text);
    setSent(left ?? []);
    if (left === null && text.trim() !== typed.trim()) setTyped(text);
  }
  const pass = useCallback(
    (now: string) => {
      setSent((earlier) => [...earlier, now]);
      onText(now);
    },
    [onText],
  );
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (typed.trim() === text.trim()) return;
    timer.current = setTimeout(() => pass(typed.trim()), settleMs);
    return () => clearTimeout(timer.current);
  }, [typed, text, pass]);
  const settle = (now: string) => {
    clearTimeout(timer.current);
    if (now.trim() !== text.trim()) pass(now.trim());
  };
  return { typed, setTyped, settle };
}
