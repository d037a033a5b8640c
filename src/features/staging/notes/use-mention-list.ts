import { type KeyboardEvent, useState } from 'react';
import type { Assignee } from '#contract/staging/assignees.ts';
import { mentionAt, withMention } from '#domain/notes/mentions.ts';
import { textMatches } from '#domain/query/text-matches.ts';

/** Most people that the list shows at once. */
const mostShown = 8;

type Box = { readonly text: string; readonly caret: number; readonly people: readonly Assignee[] };

/** The people whose name fits the mention that is being typed at the caret; none where no mention is being typed. */
export function peopleFor({ text, caret, people }: Box): readonly Assignee[] {
  const typed = mentionAt(text, caret);
  if (!typed) return [];
  const fits = textMatches(typed.words.replaceAll('*', ''));
  return people.filter(({ name }) => fits(name)).slice(0, mostShown);
}

/** What a key does while the list is open: another person, a choice, closing; null where the key is the text box's. */
export function listKey(key: string, active: number, count: number): { readonly to: number } | 'choose' | 'close' | null {
  if (key === 'ArrowDown') return { to: (active + 1) % count };
  if (key === 'ArrowUp') return { to: (active + count - 1) % count };
  if (key === 'Enter' || key === 'Tab') return 'choose';
  return key === 'Escape' ? 'close' : null;
}

type Options = Box & {
  readonly onText: (text: string) => void;
  /** The caret is to be here, once the chosen name is in the text. */
  readonly onCaret: (caret: number) => void;
  readonly onChoose: (person: Assignee) => void;
};

/** The list of people under a text box in which `@` begins a mention: by keys or by pointer. */
export function useMentionList(options: Options) {
  const { text, caret, onText, onCaret, onChoose } = options;
  const [at, setAt] = useState(0);
  // Escape and a choice close the list of this mention; a change of the text opens it again.
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const typed = mentionAt(text, caret);
  const found = typed === null || typed.from === closedAt ? [] : peopleFor(options);
  const active = Math.min(at, found.length - 1);
  const close = () => setClosedAt(typed?.from ?? null);
  const choose = (person: Assignee | undefined) => {
    if (!person || !typed) return;
    const next = withMention(text, { from: typed.from, caret, name: person.name });
    onText(next.text);
    onCaret(next.caret);
    onChoose(person);
    close();
    setAt(0);
  };
  const key = (event: KeyboardEvent) => {
    if (found.length === 0 || event.nativeEvent.isComposing) return;
    const does = listKey(event.key, active, found.length);
    if (does === null) return;
    event.preventDefault();
    if (does === 'choose') choose(found[active]);
    else if (does === 'close') close();
    else setAt(does.to);
  };
  const type = (next: string) => {
    setClosedAt(null);
    setAt(0);
    onText(next);
  };
  return { found, active, choose, key, type, close };
}
