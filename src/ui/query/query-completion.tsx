import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { QuerySchema } from '#domain/query/query-schema.ts';
import { type QuerySuggestion, suggestions, type ValuesOf } from './suggest.ts';

type Offered = { readonly schema: QuerySchema; readonly valuesOf: ValuesOf; readonly wordFields: readonly string[] };

/** The text with the typed piece replaced by a suggestion. */
export const completed = (text: string, { from, to, insert }: QuerySuggestion): string =>
  text.slice(0, from) + insert + text.slice(to).trimStart();

/** The suggestions at the caret, and the active one. */
export function useCompletion({ schema, valuesOf, wordFields }: Offered, typed: string) {
  const listId = useId();
  const [list, setList] = useState<readonly QuerySuggestion[]>([]);
  const [active, setActive] = useState(-1);
  const asked = useRef(0);
  const close = () => {
    asked.current++;
    setList([]);
    setActive(-1);
  };
  const at = (text: string, caret: number) => {
    const mine = ++asked.current;
    suggestions(text, caret, schema, valuesOf, wordFields).then(
      (found) => {
        if (mine !== asked.current) return;
        setList(found);
        setActive(-1);
      },
      () => undefined, // without the worker there are no suggestions; the query itself still runs
    );
  };
  const key = (event: KeyboardEvent, set: (text: string, now: boolean) => void): boolean => {
    if (list.length === 0) return false;
    const chosen = list[active];
    if (event.key === 'ArrowDown') setActive((active + 1) % list.length);
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? list.length - 1 : active - 1);
    else if (event.key === 'Escape') close();
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) {
      const next = completed(typed, chosen);
      set(next, true);
      at(next, next.length);
    } else return false;
    event.preventDefault();
    return true;
  };
  const activeId = active >= 0 ? `${listId}-${active}` : undefined;
  return { listId, list, active, activeId, open: list.length > 0, at, key, close };
}

export type Completion = ReturnType<typeof useCompletion>;

type SuggestionsProps = {
  readonly completion: Completion;
  readonly onPick: (suggestion: QuerySuggestion) => void;
};

export function Suggestions({ completion, onPick }: SuggestionsProps) {
  return (
    <div className="qb-list" role="listbox" id={completion.listId} aria-label="Suggestions">
      {completion.list.map((s, i) => (
        <div
          key={`${s.hint}${s.insert}`}
          id={`${completion.listId}-${i}`}
          role="option"
          aria-selected={i === completion.active}
          tabIndex={-1}
          className={`qb-option${i === completion.active ? ' is-active' : ''}`}
          // On pointer down: a click would come after the input lost the focus and the list closed.
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(s);
            completion.close();
          }}
        >
          <span className="qb-option-label">{s.label}</span>
          <span className="qb-option-hint">{s.hint}</span>
          {s.count !== null && <span className="qb-option-count">{s.count.toLocaleString('en-US')}</span>}
        </div>
      ))}
    </div>
  );
}
