import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { FacilityAdd } from '#src/entities/facility-add/facility-add.tsx';
import { ChoiceLine } from '#src/entities/mapping/choice-line.tsx';
import { ChoiceSkeleton, ReasonSkeleton } from '#src/entities/mapping/choice-skeleton.tsx';
import { ReasonCard } from '#src/entities/mapping/reason-card.tsx';
import { noGoodMatch, SecondStep, useSecondStep } from '#src/entities/mapping/unlikely-choice.tsx';
import { type Choice, useCandidates } from '#src/entities/mapping/use-candidates.ts';
import { NoGoodMatch } from './no-good-match.tsx';
import { type CurrentText, useInboxKeys } from './use-inbox-keys.ts';

/** Candidates for a text, most likely first, with the reasons of the active one. Each choice moves to the next text. */
export function Candidates(props: CurrentText) {
  const { item, items, kind, target, decisions, searchRef } = props;
  const [adding, setAdding] = useState(false);
  const choosing = useChoosing(props);
  const { found, typed, at, choose, unlikely, twins } = choosing;
  const { choices } = found;
  useInboxKeys({
    ...props,
    choices,
    at,
    choose,
    onTwins: () => choosing.setTwins(item.twins.length > 0 && !twins),
    onActive: choosing.setActive,
    onNew: () => setAdding(kind === 'facility'),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') choose(choices[at]);
    else if (event.key === 'ArrowDown') choosing.setActive(Math.min(choices.length - 1, at + 1));
    else if (event.key === 'ArrowUp') choosing.setActive(Math.max(0, at - 1));
    else if (event.key === 'Escape') leaveSearch(searchRef, choosing.type);
    else return;
    event.preventDefault();
  };
  return (
    <section className="inbox-choices" aria-label="Candidates">
      <Search {...props} typed={typed} of={found.of} onTyped={choosing.type} onKeyDown={onKeyDown} />
      {unlikely && <NoGoodMatch best={choices[0]} kind={kind} target={target} />}
      <ChoiceList {...props} choosing={choosing} />
      <Actions {...props} choosing={choosing} onNew={() => setAdding(true)} />
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

type Choosing = ReturnType<typeof useChoosing>;

/** The candidates of the current text, the active one, and the choice of one. */
function useChoosing({ item, items, target, tab, decisions }: CurrentText) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [twins, setTwins] = useState(false);
  const found = useCandidates(target.id, item.value, typed);
  const { choices, ready, failed } = found;
  const withTwins = useRef(twins);
  const second = useSecondStep((choice) => void decisions.choose(items, item, choice, withTwins.current));
  const early = useEarlyPress(ready, () => {
    if (!noGoodMatch(choices)) second.pick(choices[0], false);
  });
  const choose = (choice: Choice | undefined, also = twins) => {
    withTwins.current = also;
    // Until the response arrives, the list shows the results of the previous search.
    if (!ready) return typed === '' ? early() : undefined;
    if (choice) setActive(choices.indexOf(choice));
    second.pick(choice, typed !== '');
  };
  const type = (words: string) => {
    setTyped(words);
    setActive(0);
  };
  /** None of the suggestions is a good match. */
  const unlikely = tab === 'review' && typed === '' && ready && !failed && noGoodMatch(choices);
  const at = Math.min(active, choices.length - 1);
  return { found, typed, type, at, setActive, twins, setTwins, choose, unlikely, askedFor: second.askedFor };
}

/** A press that comes before the candidates do: it is kept, and `run` once they are there. */
function useEarlyPress(ready: boolean, run: () => void): () => void {
  const pressed = useRef(false);
  useEffect(() => {
    if (!ready || !pressed.current) return;
    pressed.current = false;
    run();
  });
  return () => {
    pressed.current = true;
  };
}

type SearchProps = CurrentText & {
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

function leaveSearch(searchRef: CurrentText['searchRef'], type: (typed: string) => void): void {
  type('');
  searchRef.current?.blur();
}

function ChoiceList({ choosing, item }: CurrentText & { readonly choosing: Choosing }) {
  const { found, askedFor, typed, at, setActive, choose } = choosing;
  const { choices, ready, failed } = found;
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
            onPointerEnter={() => setActive(i)}
            onFocus={() => setActive(i)}
          >
            <ChoiceLine
              choice={choice}
              digit={typed === '' && i < 9 ? i + 1 : null}
              current={choice.ats.extId === item.value.mappedId}
              differsFrom={typed === '' && i < 2 ? (choices[1 - i]?.ats.name ?? null) : null}
            />
          </button>
          {i === at && askedFor === choice.ats.id && <SecondStep choice={choice} />}
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

type ActionsProps = CurrentText & { readonly choosing: Choosing; readonly onNew: () => void };

function Actions({ item, items, kind, onNew, tab, decisions, choosing }: ActionsProps) {
  const { found, at, unlikely, choose, twins, setTwins } = choosing;
  const choice = found.choices[at];
  const accept = (
    <Button
      key="accept"
      variant={unlikely ? 'default' : 'filled'}
      disabled={!choice}
      onClick={() => choose(choice)}
      rightSection={<kbd aria-hidden="true">⏎</kbd>}
    >
      {tab === 'mapped' ? 'Change mapping' : unlikely ? 'Map anyway' : 'Accept'}
    </Button>
  );
  const add = kind === 'facility' && (
    <Button key="add" variant={unlikely ? 'filled' : 'default'} onClick={onNew} rightSection={<kbd aria-hidden="true">n</kbd>}>
      {unlikely ? 'New facility…' : 'New…'}
    </Button>
  );
  const skip = (
    <Button
      key="skip"
      variant={unlikely && !add ? 'filled' : 'default'}
      onClick={() => decisions.skip(items, item)}
      rightSection={<kbd aria-hidden="true">s</kbd>}
    >
      {unlikely ? 'None of these' : 'Skip'}
    </Button>
  );
  const unmap = item.value.mappedId !== null && (
    <Button key="unmap" variant="default" onClick={() => void decisions.choose(items, item, null, false)}>
      Unmap
    </Button>
  );
  return (
    <div className="inbox-actions">
      {item.twins.length > 0 && (
        <label className="inbox-twins">
          <input type="checkbox" checked={twins} onChange={(event) => setTwins(event.currentTarget.checked)} />
          Also from {item.twins.length === 1 ? 'another source' : `${item.twins.length} other sources`} <kbd>b</kbd>
        </label>
      )}
      {unlikely ? [add, skip, accept] : [accept, unmap, add, skip]}
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
