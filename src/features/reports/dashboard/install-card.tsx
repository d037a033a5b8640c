import { ActionIcon, Button } from '@mantine/core';
import { IconDeviceTabletDown, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import * as z from 'zod';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import { useNow } from '#src/ui/format/use-format.tsx';
import { localSetting, useSetting } from '#src/ui/local-setting.ts';
import { useInstall } from '#src/ui/pwa/install-prompt.ts';

const visits = localSetting('visits', z.object({ days: z.array(z.string()) }), { days: [] });
const dismissedAt = localSetting('install-dismissed', z.string(), '');
const quietMs = 30 * 86_400_000;
const visitsBefore = 3;

/** Offers to install after the third day of use or the first offline use. Never a dialog; hidden for 30 days once dismissed. */
export function InstallCard() {
  const { way, install } = useInstall();
  const { phase } = useSyncState();
  const now = useNow();
  const [{ days }, setVisits] = useSetting(visits);
  const [dismissed, setDismissed] = useSetting(dismissedAt);
  useEffect(() => {
    const today = new Date().toISOString().slice(0, 10);
    if (!days.includes(today)) setVisits({ days: [...days, today].slice(-visitsBefore) });
  }, [days, setVisits]);
  const quiet = dismissed !== '' && now - Date.parse(dismissed) < quietMs;
  if (way === 'none' || quiet || (days.length < visitsBefore && phase !== 'offline')) return null;
  const dismiss = () => setDismissed(new Date().toISOString());
  return (
    <section className="card install-card" aria-label="Install Jobdock">
      <IconDeviceTabletDown size={24} stroke={1.5} aria-hidden />
      <div>
        <h2>Install Jobdock</h2>
        {way === 'button' ? (
          <p className="muted">The installed app opens in its own window and starts offline.</p>
        ) : (
          <p className="muted">
            In Safari, tap Share, then “Add to Home Screen”, then “Add”. The app opens full screen, and Safari is less likely to
            clear its data.
          </p>
        )}
      </div>
      {way === 'button' && <Button onClick={() => void install().then((done) => done && dismiss())}>Install</Button>}
      <ActionIcon onClick={dismiss} aria-label="Dismiss">
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </section>
  );
}
