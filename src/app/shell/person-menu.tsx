import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconAdjustments, IconDeviceDesktop, IconHelp, IconLogout, IconMoon, IconSun, IconUserShare } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import './header.css';

const schemes = [
  { value: 'light', words: 'Light', Icon: IconSun },
  { value: 'dark', words: 'Dark', Icon: IconMoon },
  { value: 'auto', words: 'Match system', Icon: IconDeviceDesktop },
] as const;

/** Account menu: the user's name, preferences, theme, and sign-out. */
export function PersonMenu({ onWorkAs, onHelp }: { onWorkAs: () => void; onHelp: () => void }) {
  const { role, administrator } = useSession();
  const { signOut } = useSessionActions();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={240} withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className="person" aria-label={`Account: ${role.name}`}>
          {initials(role.name)}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="menu-head">
          <strong>{role.name}</strong>
          <span>
            {role.userRoleName}, {role.customerName}
          </span>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to={pathTo('/preferences')} leftSection={<IconAdjustments size={16} aria-hidden />}>
          Preferences
        </Menu.Item>
        <Menu.Item leftSection={<IconHelp size={16} aria-hidden />} onClick={onHelp}>
          Help
        </Menu.Item>
        {administrator && !role.actingAs && (
          <Menu.Item leftSection={<IconUserShare size={16} aria-hidden />} onClick={onWorkAs}>
            Work as a user
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          {schemes.map(({ value, words, Icon }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick={false} rightSection={<Icon size={16} aria-hidden />}>
              {words}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => word?.charAt(0).toUpperCase() ?? '').join('');
}
