import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { useOpenScreens } from '#src/ui/screen/open-screens.ts';
import { partAddress } from '#src/ui/screen/part-address.ts';
import { type Listed, matchingScreens } from './matching-screens.ts';
import './settings-index.css';

/** `/settings`: every screen where something is set up, and the settings inside them, with one search. */
export function SettingsIndex() {
  const [typed, setTyped] = useState('');
  const groups = matchingScreens(useOpenScreens(), typed);
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title="All settings" />
      <TextInput
        className="settings-search"
        aria-label="Search settings"
        placeholder="Search: time zone, order type, passkey…"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {groups.length === 0 && <EmptyState kind="no-match" title="No matching settings" />}
      {groups.map(({ label, listed }) => (
        <section key={label} className="settings-group" aria-label={label}>
          <h2>{label}</h2>
          <ul>
            {listed.map((one) => (
              <Entry key={one.screen.id} of={one} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function Entry({ of: { screen, settings } }: { of: Listed }) {
  const { to, of, label } = screen.nav;
  const names = useFieldNames();
  const title = of !== undefined && screen.title === label ? names.many(of, label) : screen.title;
  return (
    <li className="card">
      <Link to={to}>{title}</Link>
      <p className="muted">{screen.about}</p>
      {settings.length > 0 && (
        <ul className="settings-parts" aria-label={`Settings in ${title}`}>
          {settings.map(({ label: setting, part }) => (
            <li key={setting}>
              <Link to={`${to}${partAddress(part)}`}>{setting}</Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
