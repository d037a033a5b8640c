import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { DocumentReading } from '#contract/collecting/parsed-document.ts';
import { type SampleLine, sampleLines } from './sample-lines.ts';

type Mark = { readonly start: number; readonly end: number };
type Props = { reading: DocumentReading; onMark: (mark: Mark) => void };

/**
 * The text of a sample as the parser reads it; what tokens read is marked. A marked text, or a line by Enter, begins a token. Arrow keys
 * move from line to line, so that the whole text is one stop of the Tab key.
 */
export function SamplePane({ reading, onMark }: Props) {
  const places = useMemo(() => reading.reading?.records.flatMap((record) => record.places) ?? [], [reading]);
  const lines = useMemo(() => sampleLines(reading.document, places).filter(hasText), [reading, places]);
  const [current, setCurrent] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  const goTo = (at: number) => {
    const next = Math.min(Math.max(at, 0), lines.length - 1);
    setCurrent(next);
    list.current?.querySelectorAll<HTMLElement>('li > button')[next]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    goTo(current + step);
  };
  return (
    <ol className="sample-lines" ref={list} aria-label="Text of the sample" onKeyDown={onKeyDown}>
      {lines.map((line, at) => (
        <li key={line.start}>
          <button
            type="button"
            tabIndex={at === Math.min(current, lines.length - 1) ? 0 : -1}
            onFocus={() => setCurrent(at)}
            onClick={() => onMark(markOf(line) ?? wholeOf(line))}
          >
            {line.pieces.map(({ start, text, token }) =>
              token === null ? (
                <span key={start} data-start={start}>
                  {text}
                </span>
              ) : (
                <mark key={start} data-start={start} title={`Token ${token}`}>
                  {text}
                </mark>
              ),
            )}
          </button>
        </li>
      ))}
    </ol>
  );
}

const hasText = ({ pieces }: SampleLine): boolean => pieces.some(({ text }) => text.trim() !== '');

function wholeOf({ start, pieces }: SampleLine): Mark {
  return { start, end: start + pieces.reduce((length, { text }) => length + text.length, 0) };
}

/** The text that is marked with the pointer, if it is on this line. */
function markOf(line: SampleLine): Mark | null {
  const selection = window.getSelection();
  const text = selection?.toString().trim() ?? '';
  const from = selection?.anchorNode?.parentElement?.dataset['start'];
  if (!selection || text === '' || from === undefined) return null;
  const whole = wholeOf(line);
  const start = Number(from) + Math.min(selection.anchorOffset, selection.focusOffset);
  return start >= whole.start && start < whole.end ? { start, end: Math.min(start + text.length, whole.end) } : null;
}
