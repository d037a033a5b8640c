import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { type Draft, segmentsOf } from './draft.ts';
import { endOfSelection, placeCaret } from './selection.ts';

type Props = {
  readonly text: string;
  readonly draft: Draft;
  readonly rootRef: RefObject<HTMLDivElement | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/**
 * The description with its marks. It has a caret, so that words are selected with Shift and the arrows as well as by mouse and touch;
 * nothing can be typed into it, and no keyboard opens on a phone.
 */
export function DescriptionText({ text, draft, rootRef, onKeyDown }: Props) {
  const names = useFieldNames();
  const caret = useRef(0);
  const segments = segmentsOf(text, draft);
  const shape = segments.map(({ text: words, parts }) => `${words.length}${parts.join()}`).join('|');
  useEffect(() => {
    const root = rootRef.current;
    if (!root) return;
    const refuse = (event: Event) => event.preventDefault();
    const follow = () => {
      if (document.activeElement === root) caret.current = endOfSelection(root);
    };
    for (const name of ['beforeinput', 'paste', 'cut', 'drop']) root.addEventListener(name, refuse);
    document.addEventListener('selectionchange', follow);
    return () => {
      for (const name of ['beforeinput', 'paste', 'cut', 'drop']) root.removeEventListener(name, refuse);
      document.removeEventListener('selectionchange', follow);
    };
  }, [rootRef]);
  // Marks replace the texts that the caret was in.
  useLayoutEffect(() => {
    const root = rootRef.current;
    if (root && document.activeElement === root && shape !== '') placeCaret(root, caret.current);
  }, [rootRef, shape]);
  return (
    <div
      ref={rootRef}
      className="dataset-text"
      role="textbox"
      aria-multiline="true"
      aria-readonly="true"
      aria-label={names.of('description', 'Description')}
      tabIndex={0}
      contentEditable
      suppressContentEditableWarning
      inputMode="none"
      spellCheck={false}
      onKeyDown={onKeyDown}
    >
      {segments.map(({ text: words, parts }, i) =>
        parts.length === 0 ? (
          <span key={i}>{words}</span>
        ) : (
          <mark key={i} data-part={parts.join(' ')}>
            {words}
          </mark>
        ),
      )}
    </div>
  );
}
