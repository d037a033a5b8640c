import './mapping.css';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { MapKind } from '#contract/rows/rows.ts';
import type { SoughtValue } from '#domain/mapping/text/value-key.ts';
import { Anchored, type Spot } from '#src/ui/grid/anchored.tsx';
import type { MapEffect } from '#src/workers/grid/map-queue.ts';
import { ChoiceLine, placeOf } from './choice-line.tsx';
import { ChoiceSkeleton, ReasonSkeleton } from './choice-skeleton.tsx';
import { effectText } from './effect.ts';
import { ReasonCard } from './reason-card.tsx';
import { SecondStep, useSecondStep } from './unlikely-choice.tsx';
import { type Choice, type Choices, useCandidates } from './use-candidates.ts';

/** Where a mapping applies: to every job with this text from this source, or to one job only. */
export type MapScope = 'text' | 'job';

export type MapPickerProps = {
  readonly spot: Spot;
  readonly kind: MapKind;
  readonly targetId: number;
  readonly targetName: string;
  readonly sourceName: string;
  readonly sought: SoughtValue;
  /** The scopes to offer. With only one, the picker does not ask. */
  readonly scopes: readonly MapScope[];
  /** The job has its own mapping, which takes precedence over its text's mapping. */
  readonly overridden: boolean;
  readonly currentId: string | null;
  /** The jobs that the choice affects; null when the screen shows them before applying the choice. */
  readonly effect: MapEffect | null;
  readonly onPick: (choice: Choice | null, scope: MapScope) => void;
  readonly onClose: () => void;
};

/** The picker that opens at a cell. Shows the vendor's text, the candidates, and the jobs to which the choice applies. */
export function MapPicker(props: MapPickerProps) {
  const { spot, kind, onClose, sought, scopes, overridden } = props;
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [scope, setScope] = useState<MapScope>(!scopes.includes('text') || overridden ? 'job' : 'text');
  const listId = useId();
  const found = useCandidates(props.targetId, sought, typed);
  const { choices } = found;
  const at = Math.min(active, choices.length - 1);
  const second = useSecondStep((choice) => props.onPick(choice, scope));
  const pick = (choice: Choice | undefined) => {
    if (choice) setActive(choices.indexOf(choice));
    second.pick(choice, typed !== '');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move) setActive(Math.max(0, Math.min(choices.length - 1, at + move)));
    else if (event.key === 'Enter') pick(choices[at]);
    else if (typed === '' && /^[1-9]$/.test(event.key)) pick(choices[Number(event.key) - 1]);
    else return;
    event.preventDefault();
  };
  return (
    <Anchored spot={spot} label={`Map ${kind}`} width={420} onClose={onClose} trapFocus>
      {/* The picker's keys must not reach the grid, which uses digits and letters itself. */}
      <div className="map-picker" onKeyDown={onKeyDown} role="presentation">
        <Heading {...props} />
        <label className="map-search">
          <IconSearch size={15} aria-hidden="true" />
          <input
            data-autofocus
            role="combobox"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={choices[at] ? `${listId}-${at}` : undefined}
            aria-label={`Search all ${kind} values in ${props.targetName}`}
            placeholder={found.of > 0 ? `Search all ${found.of.toLocaleString('en-US')}` : 'Search'}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setActive(0);
            }}
          />
        </label>
        <ChoiceList
          listId={listId}
          found={found}
          active={at}
          typed={typed}
          currentId={props.currentId}
          onHover={setActive}
          onPick={pick}
        />
        {choices[at] && second.askedFor === choices[at].ats.id && <SecondStep choice={choices[at]} />}
        <ActiveReasons choice={choices[at]} />
        <Footer {...props} scope={scope} onScope={setScope} />
      </div>
    </Anchored>
  );
}

function Heading({ sought, sourceName, targetName, kind, scopes, effect }: MapPickerProps) {
  const place = placeOf(sought);
  return (
    <header className="map-head">
      <span className="map-head-source">{sought.text || `No ${kind} given`}</span>
      <span className="choice-more">{[sought.within, place, sourceName].filter(Boolean).join(' · ')}</span>
      {effect && !scopes.includes('job') && <span className="choice-more">{effectText(effect)}</span>}
      <span className="visually-hidden">to be mapped to {targetName}</span>
    </header>
  );
}

type ChoiceListProps = {
  readonly listId: string;
  readonly found: Choices;
  readonly active: number;
  readonly typed: string;
  readonly currentId: string | null;
  readonly onHover: (at: number) => void;
  readonly onPick: (choice: Choice | undefined) => void;
};

function ChoiceList({ listId, found, active, typed, currentId, onHover, onPick }: ChoiceListProps) {
  const { choices, ready, failed } = found;
  if (failed) return <p className="map-none">The ATS lists could not be loaded. Close this and try again.</p>;
  if (ready && choices.length === 0)
    return <p className="map-none">{typed ? `No ATS values match “${typed}”.` : 'No similar ATS values. Try searching.'}</p>;
  if (!ready && choices.length === 0) return <Skeletons />;
  return (
    <div className="map-choices" role="listbox" id={listId} aria-label="Choices" aria-busy={!ready}>
      {choices.map((choice, i) => (
        <div
          key={choice.ats.id}
          id={`${listId}-${i}`}
          role="option"
          aria-selected={i === active}
          tabIndex={-1}
          className={`choice${i === active ? ' is-active' : ''}`}
          onPointerMove={() => i !== active && onHover(i)}
          onClick={() => onPick(choice)}
          onKeyDown={undefined}
        >
          <ChoiceLine
            choice={choice}
            digit={typed === '' && i < 9 ? i + 1 : null}
            current={choice.ats.extId === currentId}
            differsFrom={typed === '' && i < 2 ? (choices[1 - i]?.ats.name ?? null) : null}
          />
        </div>
      ))}
    </div>
  );
}

const Skeletons = () => (
  <>
    <div className="map-choices" role="status">
      <span className="visually-hidden">Looking for candidates</span>
      <ChoiceSkeleton />
    </div>
    <div className="map-why">
      <ReasonSkeleton />
    </div>
  </>
);

function ActiveReasons({ choice }: { choice: Choice | undefined }) {
  if (!choice?.suggestion) return null;
  const { ats, certainty, reasons } = choice.suggestion;
  return (
    <div className="map-why">
      <ReasonCard certainty={certainty} name={ats.name} reasons={reasons} />
    </div>
  );
}

type FooterProps = MapPickerProps & { readonly scope: MapScope; readonly onScope: (scope: MapScope) => void };

function Footer(props: FooterProps) {
  const { overridden, currentId, scopes, scope, onPick } = props;
  if (scopes.length === 1 && scopes[0] === 'text' && currentId === null) return null;
  return (
    <footer className="map-foot">
      {scopes.includes('job') && <Scope {...props} />}
      {currentId !== null && (
        <button type="button" className="link-button" onClick={() => onPick(null, scope)}>
          {scope === 'job' && overridden ? 'Use shared mapping' : 'Leave unmapped'}
        </button>
      )}
    </footer>
  );
}

function Scope({ kind, scopes, overridden, effect, sourceName, scope, onScope }: FooterProps) {
  const name = useId();
  const shared = scopes.includes('text');
  return (
    <fieldset className="map-scope">
      <legend className="visually-hidden">Scope</legend>
      <label className={shared ? '' : 'is-off'}>
        <input type="radio" name={name} checked={scope === 'text'} disabled={!shared} onChange={() => onScope('text')} />
        {shared ? `Every job with this text from ${sourceName}` : `The vendor gave no ${kind}`}
        {shared && effect && <span className="choice-more">{effectText(effect)}</span>}
      </label>
      <label>
        <input type="radio" name={name} checked={scope === 'job'} onChange={() => onScope('job')} />
        This job only
        {overridden && <span className="choice-more">has a mapping override</span>}
      </label>
    </fieldset>
  );
}
