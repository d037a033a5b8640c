import './mapping.css';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import type { MapKind } from '#contract/rows/rows.ts';
import type { MapEffect } from '#domain/mapping/table/map-rows.ts';
import type { SoughtValue } from '#domain/mapping/text/value-key.ts';
import { Anchored, type Spot } from '#src/ui/grid/anchored.tsx';
import { ChoiceLine, placeOf } from './choice-line.tsx';
import { ChoiceSkeleton, ReasonSkeleton } from './choice-skeleton.tsx';
import { effectText } from './effect.ts';
import { downTo, LevelBar, type LevelPlace, partAt, upFrom } from './level-bar.tsx';
import { ReasonCard } from './reason-card.tsx';
import { SecondStep, useSecondStep } from './unlikely-choice.tsx';
import { type Choice, useCandidates } from './use-candidates.ts';

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
  /** Adds a new facility to the target and maps to it; null where the user may not, or where a kind has no form for it. */
  readonly onAdd: ((scope: MapScope) => void) | null;
  readonly onClose: () => void;
};

/** The picker that opens at a cell. Shows the vendor's text, the candidates, and the jobs to which the choice applies. */
export function MapPicker(props: MapPickerProps) {
  const { spot, kind, onClose, scopes, overridden } = props;
  const [scope, setScope] = useState<MapScope>(!scopes.includes('text') || overridden ? 'job' : 'text');
  const listId = useId();
  const choosing = useChoosing(props, scope);
  const { found, typed, at, place } = choosing;
  const choice = found.choices[at];
  return (
    <Anchored spot={spot} label={`Map ${kind}`} width={420} onClose={onClose} trapFocus>
      {/* The picker's keys must not reach the grid, which uses digits and letters itself. */}
      <div className="map-picker" onKeyDown={choosing.onKeyDown} role="presentation">
        <Heading {...props} />
        <label className="map-search">
          <IconSearch size={15} aria-hidden="true" />
          <input
            data-autofocus
            role="combobox"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={choice ? `${listId}-${at}` : undefined}
            aria-label={`Search all ${kind} values in ${props.targetName}`}
            placeholder={found.of > 0 ? `Search all ${found.of.toLocaleString('en-US')}` : 'Search'}
            value={typed}
            onChange={(event) => choosing.type(event.currentTarget.value)}
          />
        </label>
        {found.levels > 1 && <LevelBar levels={found.levels} place={place} onPlace={choosing.go} />}
        <ChoiceList listId={listId} choosing={choosing} currentId={props.currentId} />
        {choice && choosing.askedFor === choice.ats.id && <SecondStep choice={choice} />}
        <ActiveReasons choice={choice} />
        <Footer {...props} scope={scope} onScope={setScope} />
      </div>
    </Anchored>
  );
}

type Choosing = ReturnType<typeof useChoosing>;

/** The typed text, the level and the active choice, and the keys that change them. */
function useChoosing({ targetId, sought, onPick }: MapPickerProps, scope: MapScope) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [place, setPlace] = useState<LevelPlace>(null);
  const found = useCandidates(targetId, sought, typed, partAt(place));
  const { choices } = found;
  const at = Math.min(active, choices.length - 1);
  const second = useSecondStep((choice) => onPick(choice, scope));
  const pick = (choice: Choice | undefined) => {
    if (choice) setActive(choices.indexOf(choice));
    second.pick(choice, typed !== '' || place !== null);
  };
  const type = (words: string) => {
    setTyped(words);
    setActive(0);
  };
  const go = (next: LevelPlace) => {
    setPlace(next);
    type('');
  };
  const down = ({ ats }: Choice) => go(downTo(place, ats));
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const choice = choices[at];
    // A button in the picker has its own keys, and so have the radio buttons of the scope.
    if (event.target instanceof HTMLButtonElement && !move) return;
    const moves = typed === '' && !(event.target instanceof HTMLInputElement && event.target.type === 'radio');
    if (move) setActive(Math.max(0, Math.min(choices.length - 1, at + move)));
    else if (event.key === 'Enter') pick(choice);
    else if (typed === '' && /^[1-9]$/.test(event.key)) pick(choices[Number(event.key) - 1]);
    else if (moves && event.key === 'ArrowRight' && choice && choice.ats.children > 0) down(choice);
    else if (moves && event.key === 'ArrowLeft' && place !== null) go(upFrom(place));
    else return;
    event.preventDefault();
  };
  return { found, typed, type, place, go, down, at, setActive, askedFor: second.askedFor, pick, onKeyDown };
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

type ChoiceListProps = { readonly listId: string; readonly choosing: Choosing; readonly currentId: string | null };

function ChoiceList({ listId, choosing, currentId }: ChoiceListProps) {
  const { found, at, typed, place } = choosing;
  const { choices, ready, failed } = found;
  if (failed) return <p className="map-none">The ATS lists could not be loaded. Close this and try again.</p>;
  if (ready && choices.length === 0) return <p className="map-none">{noChoices(typed, place)}</p>;
  if (!ready && choices.length === 0) return <Skeletons />;
  return (
    <div className="map-choices" role="listbox" id={listId} aria-label="Choices" aria-busy={!ready}>
      {choices.map((choice, i) => (
        <div
          key={choice.ats.id}
          id={`${listId}-${i}`}
          role="option"
          aria-selected={i === at}
          tabIndex={-1}
          className={`choice${i === at ? ' is-active' : ''}`}
          onPointerMove={() => i !== at && choosing.setActive(i)}
          onClick={(event) => (isDown(event) ? choosing.down(choice) : choosing.pick(choice))}
          onKeyDown={undefined}
        >
          <ChoiceLine
            choice={choice}
            digit={typed === '' && i < 9 ? i + 1 : null}
            current={choice.ats.extId === currentId}
            differsFrom={typed === '' && place === null && i < 2 ? (choices[1 - i]?.ats.name ?? null) : null}
          />
          {choice.ats.children > 0 && <Down of={choice} />}
        </div>
      ))}
    </div>
  );
}

function noChoices(typed: string, place: LevelPlace): string {
  if (typed) return `No ATS values match “${typed}”${place === null ? '' : ' here'}.`;
  return place === null ? 'No similar ATS values. Try searching.' : 'There are no values here.';
}

/** The part of a choice that opens the clients under it. By keyboard, the right arrow does. */
const Down = ({ of: { ats } }: { readonly of: Choice }) => (
  <span className="choice-down" data-down data-tip={`Show what belongs to ${ats.name} (→)`}>
    {ats.children.toLocaleString('en-US')} <span className="visually-hidden">under it</span>
    <IconChevronRight size={14} aria-hidden="true" />
  </span>
);
const isDown = ({ target }: MouseEvent): boolean => target instanceof Element && target.closest('[data-down]') !== null;

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
  const { overridden, currentId, scopes, scope, onPick, onAdd } = props;
  if (scopes.length === 1 && scopes[0] === 'text' && currentId === null && !onAdd) return null;
  return (
    <footer className="map-foot">
      {scopes.includes('job') && <Scope {...props} />}
      <span className="map-foot-more">
        {onAdd && (
          <button type="button" className="link-button" onClick={() => onAdd(scope)}>
            Add facility…
          </button>
        )}
        {currentId !== null && (
          <button type="button" className="link-button" onClick={() => onPick(null, scope)}>
            {scope === 'job' && overridden ? 'Use shared mapping' : 'Leave unmapped'}
          </button>
        )}
      </span>
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
