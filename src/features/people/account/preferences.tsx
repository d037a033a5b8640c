import { SegmentedControl, Select, Switch, useMantineColorScheme } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { dateFormats, type PrefsChange, timeFormats } from '#contract/people/users.ts';
import { useFeedbackOptOut } from '#src/entities/feedback/feedback-opt-out.ts';
import { Density, density, singleKeys } from '#src/entities/session/device-settings.ts';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { createFormat } from '#src/ui/format/create-format.ts';
import { useFormat, useNow } from '#src/ui/format/use-format.tsx';
import { useSetting } from '#src/ui/local-setting.ts';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { SecondFactorCard } from '../second-factor/second-factor-card.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnSessions } from './own-sessions.tsx';
import './preferences.css';

const usZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];
const zones = [
  { group: 'United States', items: usZones.map((value) => ({ value, label: value.replaceAll('_', ' ') })) },
  {
    group: 'All',
    items: Intl.supportedValuesOf('timeZone')
      .filter((zone) => !usZones.includes(zone))
      .map((value) => ({ value, label: value.replaceAll('_', ' ') })),
  },
];

/** The user's formats, saved by the service, and the settings of this device. Each change is saved at once. */
export function Preferences() {
  const { role } = useSession();
  return (
    <section className="page page-form" aria-labelledby="page-title">
      <PageHeader title="Preferences" />
      <Formats />
      {!role.actingAs && (
        <Card title="Password" note="Changing it ends your other sessions.">
          <OwnPassword />
        </Card>
      )}
      {!role.actingAs && (
        <Card
          title="Sessions"
          note="Where you are signed in. An ended session loses access at once; its unsent changes stay on its device."
        >
          <OwnSessions />
        </Card>
      )}
      {!role.actingAs && <SecondFactorCard />}
      <ThisDevice />
    </section>
  );
}

function Formats() {
  const { prefs } = useSession();
  const { savePrefs } = useSessionActions();
  const { optedOut, forget } = useFeedbackOptOut();
  const now = new Date(useNow()).toISOString();
  const format = useFormat();
  const save = async (change: PrefsChange) => {
    const problem = await savePrefs(change);
    if (problem) toast.error({ title: 'Preferences were not saved', detail: problem });
  };
  return (
    <Card title="Dates and times" note={<>Current time: {format.stamp(now)}. Job dates are never shifted by time zone.</>}>
      <Select
        label="Time zone"
        searchable
        allowDeselect={false}
        maxDropdownHeight={320}
        data={zones}
        value={prefs.userTimezone}
        onChange={(zone) => zone && void save({ userTimezone: zone })}
      />
      <Patterns save={(change) => void save(change)} />
      <Choice
        label="Show assignment length in"
        value={prefs.userDuration}
        choices={[
          { value: 'weeks', label: 'Weeks' },
          { value: 'days', label: 'Days' },
        ]}
        onChange={(value) => void save({ userDuration: value })}
      />
      <Switch
        label="Ask me whether AI suggestions were right"
        checked={!optedOut}
        onChange={(event) => {
          const noFeedback = !event.currentTarget.checked;
          forget();
          void save({ noFeedback });
        }}
      />
    </Card>
  );
}

/** Date and time formats. Each choice shows the current time in its format. */
function Patterns({ save }: { save: (change: PrefsChange) => void }) {
  const { prefs } = useSession();
  const { preferences } = useFormat();
  const now = new Date(useNow()).toISOString();
  // A saved format that is not offered becomes the default with the next choice.
  const dateFormat = dateFormats.find((one) => one === prefs.userDateFormat) ?? dateFormats[0];
  const timeFormat = timeFormats.find((one) => one === prefs.userTimeFormat) ?? timeFormats[0];
  const saveBoth = (userDateFormat: typeof dateFormat, userTimeFormat: typeof timeFormat) =>
    save({ userDateFormat, userTimeFormat, userDateTimeFormat: `${userDateFormat} ${userTimeFormat}` });
  const withDate = (dateFormat: string) => createFormat({ ...preferences, dateFormat }).date(now);
  const withTime = (timeFormat: string) => createFormat({ ...preferences, timeFormat }).time(now);
  return (
    <div className="preferences-pair">
      <Select
        label="Date format"
        allowDeselect={false}
        data={known(dateFormats, prefs.userDateFormat).map((value) => ({ value, label: withDate(value) }))}
        value={prefs.userDateFormat}
        onChange={(value) => saveBoth(dateFormats.find((one) => one === value) ?? dateFormat, timeFormat)}
      />
      <Select
        label="Time format"
        allowDeselect={false}
        data={known(timeFormats, prefs.userTimeFormat).map((value) => ({ value, label: withTime(value) }))}
        value={prefs.userTimeFormat}
        onChange={(value) => saveBoth(dateFormat, timeFormats.find((one) => one === value) ?? timeFormat)}
      />
    </div>
  );
}

/** Keeps the service's value in the choices, even if it is not one that we offer. */
const known = (offered: readonly string[], now: string) => (offered.includes(now) ? [...offered] : [now, ...offered]);

function ThisDevice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [rows, setRows] = useSetting(density);
  const [letters, setLetters] = useSetting(singleKeys);
  return (
    <Card title="This device" note="Kept in this browser only.">
      <Choice
        label="Theme"
        value={colorScheme}
        choices={[
          { value: 'auto', label: 'Match system' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        onChange={setColorScheme}
      />
      <Choice
        label="Row height"
        value={rows}
        choices={[
          { value: 'compact', label: 'Compact' },
          { value: 'normal', label: 'Normal' },
          { value: 'comfortable', label: 'Comfortable' },
        ]}
        onChange={(value) => setRows(Density.parse(value))}
      />
      <Switch
        label="Single-key shortcuts"
        description="For example, g then s opens Staging. When off, only shortcuts with Ctrl or ⌘ work."
        checked={letters}
        onChange={(event) => setLetters(event.currentTarget.checked)}
      />
    </Card>
  );
}

function Card({ title, note, children }: { title: string; note: ReactNode; children: ReactNode }) {
  return (
    <section className="card preferences-card">
      <div>
        <h2>{title}</h2>
        <p className="muted">{note}</p>
      </div>
      {children}
    </section>
  );
}

type ChoiceProps<V extends string> = {
  label: string;
  value: V;
  choices: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
};

function Choice<V extends string>({ label, value, choices, onChange }: ChoiceProps<V>) {
  const id = useId();
  return (
    <div className="preferences-choice">
      <span id={id}>{label}</span>
      <SegmentedControl aria-labelledby={id} data={[...choices]} value={value} onChange={(next) => onChange(next)} />
    </div>
  );
}
