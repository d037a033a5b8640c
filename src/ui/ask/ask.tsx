import { Button, Modal, TextInput } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import './ask.css';

/** A decision. Each choice is a verb with its object. `safe` has the focus, and Escape picks it. */
export type Question<C extends string> = {
  title: string;
  body?: React.ReactNode;
  choices: Record<
    C,
    {
      words: string;
      tone?: 'danger' | 'primary';
      /** For what cannot be undone: the user must type this text before the choice is enabled. */
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

/** Asks one question and waits for the choice. Dialogs never nest: a second question closes the first with its safe choice. */
export function ask<C extends string>(question: Question<C>): Promise<C> {
  open?.answer(open.question.safe);
  return new Promise((resolve) => {
    set({ question, answer: (choice) => resolve(choice as C) });
  });
}

/** True while a question is on the screen. The page must not reload then. */
export const isAsking = () => open !== null;

const frame = { withCloseButton: false, size: 460, zIndex: 300 };

/** Renders the questions. Rendered once, at the top of the app, above any dialog: leaving a screen under a dialog also asks. */
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
  // The text stays while the dialog fades out.
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
  // The safe choice is last: users expect "Cancel" there.
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
              disabled={needed !== undefined && typed.trim().toLowerCase() !== needed.toLowerCase()}
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
