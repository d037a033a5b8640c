import { LocalData } from '../session/local-data.tsx';
import { Shell } from './shell.tsx';

/** Everything behind sign-in: this device's data, and the frame around the screens. */
export function SignedIn() {
  return (
    <LocalData>
      <Shell />
    </LocalData>
  );
}
