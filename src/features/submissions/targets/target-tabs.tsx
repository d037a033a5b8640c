import type { ComponentType } from 'react';
import type { SubmissionTarget } from '#contract/submissions/targets.ts';
import { TabRow, useTab } from '#src/ui/page/tabs-page.tsx';
import { AttemptsTab } from '../attempts/attempts-tab.tsx';
import { DictionariesTab } from '../dictionaries/dictionaries-tab.tsx';
import { DegreesTab } from '../lists/degrees-tab.tsx';
import { DocumentsTab } from '../lists/documents-tab.tsx';
import { SpecialtiesTab } from '../lists/specialties-tab.tsx';
import { ConnectionTab } from './connection-tab.tsx';
import { EventsTab } from './events-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';

const tabs = [
  ['connection', 'Connection'],
  ['settings', 'Settings'],
  ['degrees', 'Degrees'],
  ['specialties', 'Specialties'],
  ['dictionaries', 'Dictionaries'],
  ['documents', 'Documents'],
  ['events', 'Events'],
  ['attempts', 'Attempts'],
] as const;
type Tab = (typeof tabs)[number][0];

const parts: Readonly<Record<Tab, ComponentType<{ target: SubmissionTarget }>>> = {
  connection: ConnectionTab,
  settings: SettingsTab,
  degrees: DegreesTab,
  specialties: SpecialtiesTab,
  dictionaries: DictionariesTab,
  documents: DocumentsTab,
  events: EventsTab,
  attempts: AttemptsTab,
};

/** A submission target in tabs. The address keeps the tab. */
export function SubmissionTargetTabs({ target }: { target: SubmissionTarget }) {
  const tab = useTab('tab', tabs);
  const Part = parts[tab[0]];
  return (
    <>
      <TabRow label="Parts of the submission target" tabs={tabs} tab={tab} />
      <Part key={tab[0]} target={target} />
    </>
  );
}
