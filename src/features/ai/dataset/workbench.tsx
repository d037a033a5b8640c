import { Button } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { DatasetReading, DatasetRow } from '#contract/rows/dataset-row.ts';
import { type ReadingProblems, readingProblems } from '#domain/ai/dataset/reading-problems.ts';
import { useHotkeys } from '#src/ui/hotkeys/use-hotkeys.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { DescriptionText } from './description-text.tsx';
import { type Draft, draftOf, nothingMarked, type Part, readingOf, withMark } from './draft.ts';
import { ReadingForm } from './reading-form.tsx';
import { RowOrigin } from './row-origin.tsx';
import { selectedIn } from './selection.ts';

type Props = {
  readonly row: DatasetRow;
  readonly first: Draft;
  readonly onSave: (reading: DatasetReading) => void;
  readonly onCancel: () => void;
  /** Undefined where rows are opened one by one. */
  readonly onSkip?: () => void;
  readonly onUndo?: () => void;
};

/** One description and what a person says that it says. Every action has a key. */
export function Workbench({ row, first, onSave, onCancel, onSkip, onUndo }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const work = useWork(row, first, root, onSave);
  const keys: readonly (readonly [key: string, words: string, run: () => void])[] = [
    ['1', 'Mark the selected words as shift', () => work.mark('shift')],
    ['2', 'Mark the selected words as bill rate', () => work.mark('rate')],
    ['a', 'Accept what the engine reads', work.accept],
    ['x', 'Reject what the engine reads', work.reject],
    ...(onSkip ? [['s', 'Skip', onSkip] as const] : []),
    ...(onUndo ? [['u', 'Undo the last label', onUndo] as const] : []),
    ['enter', 'Save, and open the next', work.save],
    ['escape', 'Cancel', onCancel],
  ];
  useHotkeys(keys.map(([key, words, run]) => ({ keys: key, words, group: 'AI dataset', run, enabled: onPage })));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const hit = keys.find(([key]) => key === event.key.toLowerCase());
    if (!hit) return;
    event.preventDefault();
    hit[2]();
  };
  const enterSaves = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.target.type === 'checkbox') return;
    event.preventDefault();
    work.save();
  };
  return (
    <div className="dataset-work">
      <section className="dataset-source" aria-label="Text to label">
        <RowOrigin row={row} />
        <DescriptionText text={row.description} draft={work.draft} rootRef={root} onKeyDown={onKeyDown} />
      </section>
      <section className="dataset-form" aria-label="Label" onKeyDown={enterSaves}>
        <ReadingForm draft={work.draft} problems={work.problems} onChange={work.change} onMark={work.mark} />
        <div className="dataset-actions">
          <Action words="Save" of="Enter" main run={work.save} />
          <Action words="Accept" of="a" run={work.accept} />
          <Action words="Reject" of="x" run={work.reject} />
          {onSkip && <Action words="Skip" of="s" run={onSkip} />}
          {onUndo && <Action words="Undo" of="u" run={onUndo} />}
          <Action words="Cancel" of="Esc" run={onCancel} />
        </div>
      </section>
    </div>
  );
}

type ActionProps = { readonly words: string; readonly of: string; readonly run: () => void; readonly main?: boolean };

const Action = ({ words, of, run, main = false }: ActionProps) => (
  <Button variant={main ? 'filled' : 'default'} rightSection={<kbd aria-hidden>{of}</kbd>} onClick={run}>
    {words}
  </Button>
);

/** The draft of one row with what changes it. The caller gives each row a `key`, so that a draft belongs to one row. */
function useWork(
  row: DatasetRow,
  first: Draft,
  root: React.RefObject<HTMLDivElement | null>,
  onSave: (reading: DatasetReading) => void,
) {
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<ReadingProblems>({});
  const change = (next: Draft) => {
    setDraft(next);
    setProblems({});
  };
  useEffect(() => {
    // A phone keeps the page where it is; elsewhere the keys work at once.
    if (window.matchMedia('(pointer: fine)').matches) root.current?.focus({ preventScroll: true });
  }, [root]);
  const saveDraft = (asked: Draft) => {
    const reading = readingOf(asked);
    const wrong = readingProblems(row.description, reading);
    setDraft(asked);
    setProblems(wrong);
    const [problem] = Object.values(wrong);
    if (problem === undefined) onSave(reading);
    else toast.warning({ title: 'Not saved', detail: problem });
  };
  return {
    draft,
    problems,
    change,
    mark: (part: Part) => {
      const words = root.current && selectedIn(root.current);
      if (words && row.description.includes(words)) change(withMark(draft, part, words));
      else toast.info({ title: 'Select the words first', detail: 'Select them in the description, then mark them.' });
    },
    accept: () => saveDraft(row.proposals[0] ? draftOf(row.proposals[0].reading) : draft),
    reject: () => change(nothingMarked),
    save: () => saveDraft(draft),
  };
}

/** Keys are off while a field or button has the focus. */
function onPage(): boolean {
  const element = document.activeElement;
  return !element || !element.matches('button:not(.dataset-item), a, input, select, textarea');
}
