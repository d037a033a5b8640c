import { Spotlight } from '@mantine/spotlight';
import {
  IconArrowRight,
  IconBolt,
  IconBriefcase,
  IconBuildingCommunity,
  IconBuildingHospital,
  IconClock,
  IconDownload,
  IconHelp,
  IconListDetails,
  IconSettings,
  IconUser,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '#src/entities/session/session.ts';
import { Keys } from '#src/ui/hotkeys/keys.tsx';
import { hotkeys } from '#src/ui/hotkeys/use-hotkeys.tsx';
import { groupBy } from '#src/ui/list/group-by.ts';
import {
  type PaletteItem,
  type PaletteKind,
  type PaletteMode,
  palette,
  rank,
  readQuery,
} from '#src/ui/palette/palette-registry.ts';
import { useHelpSource } from '../help/use-help-source.ts';
import { mayOpen } from '../screens/may-open.ts';
import { screens } from '../screens/screens.ts';
import { useRecents } from '../settings/recents.ts';
import { recentItems } from '../settings/shell-settings.ts';
import { chooseFirst, onEarlyTyping, paletteDoor, paletteStore, runSelected } from './palette-door.ts';
import { screenItems } from './screen-items.ts';
import { usePeople, useSources } from './use-sources.ts';
import './palette.css';

const icons: Record<PaletteKind, typeof IconBolt> = {
  action: IconBolt,
  recent: IconClock,
  page: IconArrowRight,
  setting: IconSettings,
  job: IconBriefcase,
  facility: IconBuildingHospital,
  rule: IconListDetails,
  task: IconDownload,
  person: IconUser,
  customer: IconBuildingCommunity,
  help: IconHelp,
};
const headings: Record<PaletteKind, string> = {
  action: 'Actions',
  recent: 'Recent',
  page: 'Screens',
  setting: 'Settings',
  job: 'Jobs',
  facility: 'Facilities',
  rule: 'Rules',
  task: 'Tasks',
  person: 'People',
  customer: 'Customers',
  help: 'Help',
};
/** `isComplete`: every source has answered. */
type Answers = { readonly items: PaletteItem[]; readonly isComplete: boolean };

const shownAtMost = 50;
const rememberedItems = 12;

/** Ctrl K: finds everything that the user can open or do, in this device's data. */
export function Palette({ onHelp }: { onHelp: (about: string) => void }) {
  const [query, setQuery] = useState('');
  // The answers depend on the page below: the selection may differ each time.
  const [openings, setOpenings] = useState(0);
  const { mode, words } = readQuery(query);
  useSources();
  usePeople();
  useHelpSource(onHelp);
  useEffect(() => onEarlyTyping((typed) => setQuery((now) => now + typed)), []);
  const { items, isComplete } = useItems(words, mode, openings, onHelp);
  const groups = groupBy(items, (item) => item.mode);
  // Items that arrive after the last keystroke move the selection. Enter must always take the first.
  const shown = items.map((item) => item.id).join('\n');
  useEffect(() => {
    if (shown !== '') chooseFirst();
  }, [shown]);
  const onEnter = useEnter(isComplete);
  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      onSpotlightOpen={() => setOpenings((n) => n + 1)}
      shortcut={null}
      radius="md"
      size={620}
      lockScroll={false}
      centered={false}
      yOffset="12dvh"
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      classNames={{ content: 'palette' }}
      attributes={{ content: { 'aria-label': 'Search or command' } }}
    >
      <Spotlight.Search placeholder="Search, or type  >  #  /  ?" aria-label="Search or command" onKeyDownCapture={onEnter} />
      <Spotlight.ActionsList>
        {items.length === 0 && <Spotlight.Empty>{nothing(mode, words)}</Spotlight.Empty>}
        {[...groups].map(([group, members]) => (
          <Spotlight.ActionsGroup key={group} label={headings[group]}>
            {members.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
      <Spotlight.Footer>
        <span className="palette-modes">
          <kbd>&gt;</kbd> actions <kbd>#</kbd> jobs <kbd>/</kbd> screens <kbd>?</kbd> help
        </span>
      </Spotlight.Footer>
    </Spotlight.Root>
  );
}

function Item({ item }: { item: PaletteItem }) {
  const Icon = icons[item.mode];
  return (
    <Spotlight.Action
      {...(item.blocked !== undefined && { 'aria-disabled': true })}
      closeSpotlightOnTrigger={item.blocked === undefined}
      onClick={() => {
        if (item.blocked !== undefined) return;
        const others = recentItems.read().filter((id) => id !== item.id);
        recentItems.write([item.id, ...others].slice(0, rememberedItems));
        paletteDoor.close();
        item.run();
      }}
    >
      <span className="palette-item">
        <Icon size={18} stroke={1.75} aria-hidden />
        <span className="palette-label">{item.label}</span>
        {(item.blocked ?? item.note) && <span className="palette-note">{item.blocked ?? item.note}</span>}
        {item.keys && <Keys of={item.keys} />}
      </span>
    </Spotlight.Action>
  );
}

/** Enter runs the selected item. One pressed before all answers are there waits for them: the best item may be among the last. */
function useEnter(isComplete: boolean): (event: KeyboardEvent) => void {
  const isWaiting = useRef(false);
  useEffect(() => {
    if (!isComplete || !isWaiting.current) return;
    isWaiting.current = false;
    runSelected();
  }, [isComplete]);
  return (event) => {
    isWaiting.current = false;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    if (isComplete) runSelected();
    else isWaiting.current = true;
  };
}

/** Screens and shortcuts show at once; items of other sources follow as they arrive. */
function useItems(words: string, mode: PaletteMode, openings: number, onHelp: (about: string) => void): Answers {
  const navigate = useNavigate();
  const session = useSession();
  const { recents } = useRecents();
  const [found, setFound] = useState<{ asked: string; items: readonly PaletteItem[] }>({ asked: '', items: [] });
  const asked = `${openings}\n${mode}\n${words}`;
  useEffect(() => {
    let stopped = false;
    // A source that fails (its worker died) has no items; the others still show.
    const asks = palette.sources().map(async (source) => [...(await source.search(words, mode))]);
    void Promise.allSettled(asks).then((answers) => {
      const items = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (!stopped) setFound({ asked, items });
    });
    return () => {
      stopped = true;
    };
  }, [words, mode, asked]);
  const go = (to: string) => void navigate(to);
  const pages = screenItems(
    screens.filter((screen) => mayOpen(session, screen)),
    go,
  );
  const lately = words === '' && mode === 'all' ? recents.map(({ to, label }) => recentItem(to, label, go)) : [];
  const help: PaletteItem[] = hotkeys
    .list()
    .map(({ keys, words: label, run }) => ({ id: `help:${keys}`, mode: 'help', label, keys, run }));
  const sheet: PaletteItem = { id: 'help', mode: 'help', label: 'Help and shortcuts', keys: '?', run: () => onHelp('') };
  const isComplete = found.asked === asked;
  const others = isComplete ? found.items : [];
  const all =
    mode === 'help' ? [...others, sheet, ...help.filter((h) => h.id !== 'help:?')] : [...lately, ...others, ...pages, sheet];
  const wanted = mode === 'all' || mode === 'help' ? all : all.filter((item) => belongsTo(item, mode));
  return { items: rank(wanted, words, recentItems.read(), shownAtMost), isComplete };
}

const recentItem = (to: string, label: string, go: (to: string) => void): PaletteItem => ({
  id: `recent:${to}`,
  mode: 'recent',
  label,
  run: () => go(to),
});

/** Settings are parts of screens. */
const belongsTo = ({ mode: kind }: PaletteItem, mode: PaletteMode): boolean =>
  kind === mode || (mode === 'page' && kind === 'setting');

function nothing(mode: PaletteMode, words: string): string {
  if (words === '' && mode === 'job') return 'Type a job ID, or words to search jobs';
  return words === '' ? 'No recent items' : `No results for “${words}”`;
}
