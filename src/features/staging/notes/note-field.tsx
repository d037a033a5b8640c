import { Popover, Textarea } from '@mantine/core';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Mention } from '#contract/rows/job-note.ts';
import type { Assignee } from '#contract/staging/assignees.ts';
import type { Bound } from '#src/ui/form/use-form.ts';
import { useMentionList } from './use-mention-list.ts';

type Props = Bound<string> & {
  readonly label: string;
  readonly people: readonly Assignee[];
  readonly onMention: (mention: Mention) => void;
  readonly onSave: () => void;
  readonly autoFocus?: boolean;
};

/** The text of a note. `@` opens the list of people; Ctrl+Enter saves. */
export function NoteField({ label, people, onMention, onSave, autoFocus = false, value, onChange, onBlur, ...bound }: Props) {
  const listId = useId();
  const { box, caret, follow, moveAfter } = useCaret(autoFocus);
  const list = useMentionList({
    text: value,
    caret,
    people,
    onText: onChange,
    onCaret: moveAfter,
    onChoose: ({ id, name }) => onMention({ userId: id, name }),
  });
  const isOpen = list.found.length > 0;
  const key = (event: KeyboardEvent) => {
    list.key(event);
    if (event.defaultPrevented || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSave();
  };
  return (
    // Without roles of its own: a text box of several lines has no expanded state.
    <Popover opened={isOpen} width="target" position="bottom-start" shadow="md" closeOnEscape={false} withRoles={false}>
      <Popover.Target>
        <Textarea
          {...bound}
          ref={box}
          label={label}
          description="@ mentions a person"
          aria-autocomplete="list"
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen ? `${listId}-${list.active}` : undefined}
          data-mantine-stop-propagation={isOpen}
          autosize
          minRows={2}
          maxRows={12}
          value={value}
          onChange={(event) => {
            list.type(event.currentTarget.value);
            follow();
          }}
          onSelect={follow}
          onKeyDown={key}
          onBlur={() => {
            list.close();
            onBlur();
          }}
        />
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <People id={listId} people={list.found} active={list.active} onChoose={list.choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The text box and its caret. `moveAfter` moves the caret once a changed text is in the box. */
function useCaret(autoFocus: boolean) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current !== null) box.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = null;
  });
  useLayoutEffect(() => {
    if (autoFocus) box.current?.focus();
  }, [autoFocus]);
  return {
    box,
    caret,
    follow: () => setCaret(box.current?.selectionStart ?? 0),
    moveAfter: (next: number) => {
      wanted.current = next;
      setCaret(next);
    },
  };
}

type PeopleProps = {
  readonly id: string;
  readonly people: readonly Assignee[];
  readonly active: number;
  readonly onChoose: (person: Assignee) => void;
};

function People({ id, people, active, onChoose }: PeopleProps) {
  return (
    <div role="listbox" id={id} aria-label="People" className="mention-list">
      {people.map((person, i) => (
        <div
          key={person.id}
          id={`${id}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === active}
          // The text box keeps the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(person);
          }}
        >
          {person.name}
        </div>
      ))}
    </div>
  );
}
