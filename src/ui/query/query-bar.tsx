import './query-bar.css';
import { IconSearch, IconX } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { chipLabel } from '#domain/query/chip-label.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import type { ParsedQuery, Place, QueryProblem } from '#domain/query/parsed-query.ts';
import type { QuerySchema } from '#domain/query/query-schema.ts';
import { cut, replaced } from './change-text.ts';
import { type Completion, completed, Suggestions, useCompletion } from './query-completion.tsx';
import type { ValuesOf } from './suggest.ts';
import { useSettledText } from './use-settled-text.ts';

type QueryBarProps = {
  readonly text: string;
  /** Called shortly after typing stops, and at once for a chip or a suggestion. */
  readonly onText: (text: string) => void;
  readonly schema: QuerySchema;
  readonly valuesOf: ValuesOf;
  readonly wordFields: readonly string[];
  readonly label: string;
  /** Enter and Escape move the focus back to the results. */
  readonly onLeave: () => void;
  readonly inputRef: Ref<HTMLInputElement>;
};

const example = 'Search, or ask: icu nights in texas above $80, not mapped';

const problemText: Record<QueryProblem, string> = {
  'unknown-field': 'No field has this name.',
  'unknown-predicate': 'No status has this name.',
  'missing-value': 'A value is missing.',
  'not-a-number': 'Enter a number or range, e.g. 60..80.',
  'not-a-date': 'Enter a date, e.g. 2026-11-21, 7d or today.',
  'not-yes-or-no': 'Enter yes or no.',
  'no-number': 'A number must follow.',
  'no-date': 'A date must follow.',
  'no-distance': 'A distance needs a zip code, e.g. near:89501~50.',
  'not-a-distance': 'Enter a zip code and miles, e.g. near:89501~50.',
  'no-part': 'Nothing follows that it could exclude.',
};

/** One query as text and as chips. Typing, completing and removing chips all change the same text. */
export function QueryBar(props: QueryBarProps) {
  const { text, onText, schema, label, inputRef } = props;
  const { typed, setTyped, settle } = useSettledText(text, onText);
  const parsed = parseQuery(typed, schema);
  const completion = useCompletion(props, typed);
  const set = (next: string, now: boolean) => {
    setTyped(next);
    if (now) settle(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion.key(event, set)) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    settle(typed);
    completion.close();
    props.onLeave();
  };
  const input = (
    <input
      ref={inputRef}
      className="qb-input"
      role="combobox"
      aria-label={label}
      aria-expanded={completion.open}
      aria-controls={completion.listId}
      aria-activedescendant={completion.activeId}
      aria-autocomplete="list"
      autoComplete="off"
      spellCheck={false}
      placeholder={example}
      value={typed}
      onChange={(event) => {
        set(event.currentTarget.value, false);
        completion.at(event.currentTarget.value, event.currentTarget.selectionStart ?? 0);
      }}
      onFocus={(event) => completion.at(typed, event.currentTarget.selectionStart ?? typed.length)}
      onBlur={completion.close}
      onKeyDown={onKeyDown}
    />
  );
  return (
    <div className="qb">
      <QueryBox typed={typed} parsed={parsed} completion={completion} input={input} onSet={(next) => set(next, true)} />
      <Chips
        parsed={parsed}
        schema={schema}
        onRemove={(part) => set(cut(typed, part), true)}
        onReplace={(part, by) => set(replaced(typed, part, by), true)}
      />
    </div>
  );
}

type BoxProps = {
  readonly typed: string;
  readonly parsed: ParsedQuery;
  readonly completion: Completion;
  readonly input: ReactNode;
  readonly onSet: (text: string) => void;
};

function QueryBox({ typed, parsed, completion, input, onSet }: BoxProps) {
  return (
    <div className="qb-box">
      <IconSearch size={16} className="qb-icon" aria-hidden="true" />
      <div className="qb-field">
        <Underlined text={typed} parsed={parsed} />
        {input}
      </div>
      {typed !== '' && (
        <button type="button" className="qb-clear" aria-label="Clear query" onClick={() => onSet('')}>
          <IconX size={14} aria-hidden="true" />
        </button>
      )}
      {completion.open && <Suggestions completion={completion} onPick={(s) => onSet(completed(typed, s))} />}
    </div>
  );
}

/** A copy of the text under the input, invisible except for the lines under its problems. */
function Underlined({ text, parsed }: { text: string; parsed: ParsedQuery }) {
  if (parsed.problems.length === 0) return null;
  const pieces = parsed.problems.map(({ from, to }, i) => {
    const before = text.slice(parsed.problems[i - 1]?.to ?? 0, from);
    return (
      <span key={from}>
        {before}
        <span className="qb-wrong">{text.slice(from, to)}</span>
      </span>
    );
  });
  return (
    <div className="qb-under" aria-hidden="true">
      {pieces}
    </div>
  );
}

type ChipsProps = {
  readonly parsed: ParsedQuery;
  readonly schema: QuerySchema;
  readonly onRemove: (part: Place) => void;
  readonly onReplace: (part: Place, by: string) => void;
};

function Chips({ parsed, schema, onRemove, onReplace }: ChipsProps) {
  if (parsed.chips.length + parsed.problems.length === 0) return null;
  return (
    <ul className="qb-chips" aria-label="Filters">
      {parsed.chips.map((chip) => {
        const says = chipLabel(chip, schema);
        return (
          <li key={`${chip.from}${says}`} className={`qb-chip${chip.not ? ' is-not' : ''}`}>
            {says}
            <button type="button" aria-label={`Remove ${says}`} onClick={() => onRemove(chip)}>
              <IconX size={12} aria-hidden="true" />
            </button>
          </li>
        );
      })}
      {parsed.problems.map((part) => (
        <li key={part.from} className="qb-chip is-wrong">
          <span>
            {part.text}: {problemText[part.problem]}
          </span>
          {part.nearest !== undefined && <Nearest nearest={part.nearest} onUse={(by) => onReplace(part, by)} />}
          <button type="button" aria-label={`Remove ${part.text}`} onClick={() => onRemove(part)}>
            <IconX size={12} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What the query could say instead of a part that it cannot use. */
function Nearest({ nearest, onUse }: { nearest: string; onUse: (nearest: string) => void }) {
  return (
    <button type="button" className="qb-nearest" onClick={() => onUse(nearest)}>
      Use {nearest}
    </button>
  );
}
