import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import { ChoiceLine } from '#src/entities/mapping/choice-line.tsx';
import { ChoiceSkeleton, ReasonSkeleton } from '#src/entities/mapping/choice-skeleton.tsx';
import { ReasonCard } from '#src/entities/mapping/reason-card.tsx';
import { type Choice, useCandidates } from '#src/entities/mapping/use-candidates.ts';
import type { Hotkey } from '#src/ui/hotkeys/hotkeys.ts';
import { useHotkeys } from '#src/ui/hotkeys/use-hotkeys.tsx';
import type { MapQueueItem, MapTab } from '#src/workers/grid/map-queue.ts';
import { FacilityAdd } from '../facility-add/facility-add.tsx';
import { undoAll } from './just-done.tsx';
import type { Decisions } from './use-decisions.tsx';

type CandidatesProps = {
  readonly item: MapQueueItem;
  readonly items: readonly MapQueueItem[];
  readonly kind: MapKind;
  readonly target: TargetRow;
  readonly tab: MapTab;
  readonly decisions: Decisions;
  readonly searchRef: RefObject<HTMLInputElement | null>;
};

/** Candidates for a text, most likely first, with the reasons of the active one. Each choice moves to the next text. */
export function Candidates(props: CandidatesProps) {
  const { item, items, kind, target, decisions, searchRef } = props;
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [twins, setTwins] = useState(false);
  const [adding, setAdding] = useState(false);
  const found = useCandidates(target.id, item.value, typed);
  const { choices } = found;
  const at = Math.min(active, choices.length - 1);
  const choose = (choice: Choice | undefined, withTwins = twins) => {
    // Until the response arrives, the list shows the results of the previous search.
    if (choice && found.ready) void decisions.choose(items, item, choice, withTwins);
  };
  useInboxKeys({
    ...props,
    choices,
    at,
    choose,
    onTwins: () => setTwins(item.twins.length > 0 && !twins),
    onActive: setActive,
    onNew: () => setAdding(kind === 'facility'),
  });
  const type = (words: string) => {
    setTyped(words);
    setActive(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') choose(choices[at]);
    else if (event.key === 'ArrowDown') setActive(Math.min(choices.length - 1, at + 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(0, at - 1));
    else if (event.key === 'Escape') leaveSearch(searchRef, setTyped);
    else return;
    event.preventDefault();
  };
  return (
    <section className="inbox-choices" aria-label="Candidates">
      <Search {...props} typed={typed} of={found.of} onTyped={type} onKeyDown={onKeyDown} />
      <ChoiceList
        {...props}
        choices={choices}
        ready={found.ready}
        failed={found.failed}
        typed={typed}
        at={at}
        onActive={setActive}
        choose={choose}
      />
      <Actions {...props} choice={choices[at]} choose={choose} twins={twins} onTwins={setTwins} onNew={() => setAdding(true)} />
      {adding && (
        <FacilityAdd
          target={target}
          value={item.value}
          onAdded={() => decisions.added(items, item)}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}

type SearchProps = CandidatesProps & {
  readonly typed: string;
  readonly of: number;
  readonly onTyped: (typed: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

function Search({ kind, target, searchRef, typed, of, onTyped, onKeyDown }: SearchProps) {
  return (
    <label className="map-search">
      <IconSearch size={15} aria-hidden="true" />
      <input
        ref={searchRef}
        aria-label={`Search all ${kind} values in ${target.name}`}
        placeholder={of > 0 ? `Search all ${of.toLocaleString('en-US')} in ${target.name}` : 'Search'}
        value={typed}
        onChange={(event) => onTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <kbd>/</kbd>
    </label>
  );
}

function leaveSearch(searchRef: CandidatesProps['searchRef'], setTyped: (typed: string) => void): void {
  setTyped('');
  searchRef.current?.blur();
}

type ChoiceListProps = CandidatesProps & {
  readonly choices: readonly Choice[];
  readonly ready: boolean;
  readonly failed: boolean;
  readonly typed: string;
  readonly at: number;
  readonly onActive: (at: number) => void;
  readonly choose: (choice: Choice | undefined) => void;
};

function ChoiceList({ choices, ready, failed, typed, at, onActive, choose, item }: ChoiceListProps) {
  if (failed) return <p className="map-none">The ATS lists could not be loaded. Reload the page to try again.</p>;
  if (ready && choices.length === 0)
    return <p className="map-none">{typed ? `No ATS values match “${typed}”.` : 'No similar ATS values. Try searching.'}</p>;
  if (!ready && choices.length === 0) return <Skeletons />;
  return (
    <ol className="inbox-list" aria-busy={!ready}>
      {choices.map((choice, i) => (
        <li key={choice.ats.id} className={i === at ? 'is-active' : ''}>
          <button
            type="button"
            className="choice"
            onClick={() => choose(choice)}
            onPointerEnter={() => onActive(i)}
            onFocus={() => onActive(i)}
          >
            <ChoiceLine
              choice={choice}
              digit={typed === '' && i < 9 ? i + 1 : null}
              current={choice.ats.extId === item.value.mappedId}
              differsFrom={typed === '' && i < 2 ? (choices[1 - i]?.ats.name ?? null) : null}
            />
          </button>
          {i === at && choice.suggestion && (
            <div className="inbox-why">
              <ReasonCard certainty={choice.suggestion.certainty} name={choice.ats.name} reasons={choice.suggestion.reasons} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

const Skeletons = () => (
  <div className="inbox-list" role="status">
    <span className="visually-hidden">Looking for candidates</span>
    <ChoiceSkeleton
      why={
        <div className="inbox-why">
          <ReasonSkeleton />
        </div>
      }
    />
  </div>
);

type ActionsProps = CandidatesProps & {
  readonly choice: Choice | undefined;
  readonly choose: (choice: Choice | undefined) => void;
  readonly twins: boolean;
  readonly onTwins: (twins: boolean) => void;
  readonly onNew: () => void;
};

function Actions({ item, items, kind, onNew, tab, decisions, choice, choose, twins, onTwins }: ActionsProps) {
  return (
    <div className="inbox-actions">
      {item.twins.length > 0 && (
        <label className="inbox-twins">
          <input type="checkbox" checked={twins} onChange={(event) => onTwins(event.currentTarget.checked)} />
          Also from {item.twins.length === 1 ? 'another source' : `${item.twins.length} other sources`} <kbd>b</kbd>
        </label>
      )}
      <Button disabled={!choice} onClick={() => choose(choice)} rightSection={<kbd aria-hidden="true">⏎</kbd>}>
        {tab === 'mapped' ? 'Change mapping' : 'Accept'}
      </Button>
      {item.value.mappedId !== null && (
        <Button variant="default" onClick={() => void decisions.choose(items, item, null, false)}>
          Unmap
        </Button>
      )}
      {kind === 'facility' && (
        <Button variant="default" onClick={onNew} rightSection={<kbd aria-hidden="true">n</kbd>}>
          New…
        </Button>
      )}
      <Button variant="default" onClick={() => decisions.skip(items, item)} rightSection={<kbd aria-hidden="true">s</kbd>}>
        Skip
      </Button>
      <Button
        variant="default"
        onClick={() => decisions.ignore(items, item, tab !== 'ignored')}
        rightSection={<kbd aria-hidden="true">i</kbd>}
      >
        {tab === 'ignored' ? 'Restore' : 'Ignore'}
      </Button>
    </div>
  );
}

type KeyProps = CandidatesProps & {
  readonly choices: readonly Choice[];
  readonly at: number;
  readonly choose: (choice: Choice | undefined, withTwins?: boolean) => void;
  readonly onTwins: () => void;
  readonly onNew: () => void;
  readonly onActive: (at: number) => void;
};

const group = 'Mapping inbox';

function useInboxKeys(props: KeyProps): void {
  const { item, items, tab, decisions, choices, at, choose, onTwins, onNew, onActive, searchRef } = props;
  const place = items.indexOf(item);
  const to = (by: number) => decisions.go(items[Math.max(0, Math.min(items.length - 1, place + by))]?.value.id ?? null);
  const key = (keys: string, words: string, run: () => void): Hotkey => ({
    keys,
    words,
    group: 'Mapping inbox',
    run,
    enabled: onPage,
  });
  const last = decisions.just[0];
  useHotkeys([
    key('enter', 'Accept the selected value', () => choose(choices[at])),
    key('shift+enter', 'Accept it for this source only', () => choose(choices[at], false)),
    ...Array.from({ length: 9 }, (_, i) => key(String(i + 1), `Choose value ${i + 1}`, () => choose(choices[i]))),
    key('arrowdown', 'Select the next value', () => onActive(Math.min(choices.length - 1, at + 1))),
    key('arrowup', 'Select the previous value', () => onActive(Math.max(0, at - 1))),
    { keys: '/', words: 'Search all values', group, run: () => searchRef.current?.focus() },
    key('j', 'Next text', () => to(1)),
    key('k', 'Previous text', () => to(-1)),
    key('s', 'Skip for now', () => decisions.skip(items, item)),
    key('i', tab === 'ignored' ? 'Restore' : 'Ignore', () => decisions.ignore(items, item, tab !== 'ignored')),
    key('n', 'New facility in the ATS', onNew),
    key('b', 'Apply to other sources', onTwins),
    key('u', 'Undo the last decision', () => void (last ? decisions.undo(last) : decisions.undoLast())),
    key('shift+u', 'Undo all decisions', () => void undoAll(decisions)),
    key('mod+z', 'Undo the last decision', () => void (last ? decisions.undo(last) : decisions.undoLast())),
  ]);
}

/** Shortcuts are off while a button, link or field has the focus, except on queue items and tabs (tabs use arrow keys only). */
function onPage(): boolean {
  const element = document.activeElement;
  return !element || !element.matches('button:not(.inbox-item, [role="tab"]), a, input, select, textarea');
}
