import { LocalData } from '../session/local-data.tsx';
import { Shell } from './shell.tsx';

/** Everything that stands behind sign-in: the data on this device, and the frame around the screens. */
export function SignedIn() {
  return (
    <LocalData>
      <Shell />
    </LocalData>
  );
}
