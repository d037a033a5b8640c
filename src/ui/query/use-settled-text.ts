import { useEffect, useRef, useState } from 'react';

const settleMs = 180;

/**
 * What a person types into a box that changes `text` once typing stops. `settle` passes a text on at once. The box keeps a trailing
 * space, which the next word needs.
 */
export function useSettledText(text: string, onText: (text: string) => void) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  if (text !== known) {
    setKnown(text);
    if (text.trim() !== typed.trim()) setTyped(text);
  }
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (typed.trim() === text.trim()) return;
    timer.current = setTimeout(() => onText(typed.trim()), settleMs);
    return () => clearTimeout(timer.current);
  }, [typed, text, onText]);
  const settle = (now: string) => {
    clearTimeout(timer.current);
    if (now.trim() !== text.trim()) onText(now.trim());
  };
  return { typed, setTyped, settle };
}
