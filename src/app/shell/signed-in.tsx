import { useSession } from '#src/entities/session/session.ts';
import { NavCountsProvider } from '../navigation/nav-counts.tsx';
import { LocalData } from '../session/local-data.tsx';
import { ExpiredPasswordGate } from './expired-password-gate.tsx';
import { Shell } from './shell.tsx';

/** Status of a user whose password has expired. */
const expired = 1;

/**
 * Everything behind sign-in: this device's data, and the frame around the screens. With an expired password there is only the gate:
 * no data is opened and nothing is synced.
 */
export function SignedIn() {
  const { role } = useSession();
  if (role.status === expired && !role.actingAs) return <ExpiredPasswordGate />;
  return (
    <LocalData>
      <NavCountsProvider>
        <Shell />
      </NavCountsProvider>
    </LocalData>
  );
}
