import { Button, Modal, TextInput } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import './ask.css';

/** A decision: `choices` are verbs with their object; `safe` is focused, and is what Escape means. */
export type Question<C extends string> = {
  title: string;
  body?: React.ReactNode;
  choices: Record<
    C,
    {
      words: string;
      tone?: 'danger' | 'primary' /** Must be typed before this can be chosen: what cannot be taken back. */;
      typed?: string;
    }
  >;
  safe: NoInfer<C>;
};
type Open = { question: Question<string>; answer: (choice: string) => void };

let open: Open | null = null;
const listeners = new Set<() => void>();
function set(next: Open | null): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Asks one question and waits for its answer. Dialogs never nest: a second question answers the first with its safe choice. */
export function ask<C extends string>(question: Question<C>): Promise<C> {
  open?.answer(open.question.safe);
  return new Promise((resolve) => {
    set({ question, answer: (choice) => resolve(choice as C) });
  });
}

/** True while a question is on the screen: nothing may reload under it. */
export const isAsking = () => open !== null;

const frame = { withCloseButton: false, size: 460, zIndex: 300 };

/** Where questions appear; stands once, at the top of the app, above any dialog: leaving the screen under one asks, too. */
export function QuestionHost() {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
  const [last, setLast] = useState<Open | null>(null);
  const [typed, setTyped] = useState('');
  // The words stay while the dialog fades.
  if (now && now !== last) {
    setLast(now);
    setTyped('');
  }
  const shown = now ?? last;
  if (!shown) return null;
  const { question } = shown;
  const choose = (choice: string) => {
    now?.answer(choice);
    set(null);
  };
  const grave = Object.values(question.choices).find((choice) => choice.typed !== undefined);
  // The safe choice stands last, where a hand expects "cancel" the least often by mistake.
  const order = Object.keys(question.choices).sort((a, b) => Number(a === question.safe) - Number(b === question.safe));
  return (
    <Modal {...frame} opened={now !== null} onClose={() => choose(question.safe)} title={question.title}>
      {question.body && <div className="ask-body">{question.body}</div>}
      {grave && (
        <TextInput
          mt="lg"
          label={`To ${grave.words.toLowerCase()}, type “${grave.typed}”`}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div className="ask-choices">
        {order.map((choice) => {
          const { words, tone, typed: needed } = question.choices[choice] ?? { words: choice };
          const safe = choice === question.safe;
          return (
            <Button
              key={choice}
              data-autofocus={safe || undefined}
              variant={tone ? 'filled' : 'default'}
              {...(tone === 'danger' ? { color: 'red' } : {})}
              disabled={needed !== undefined && typed.trim().toLowerCase() !== needed}
              onClick={() => choose(choice)}
            >
              {words}
            </Button>
          );
        })}
      </div>
    </Modal>
  );
}
