import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { getSecondFactor } from '#contract/people/second-factor.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';

/** Says whether provider administrators need a second factor; the demo turns that off. */
export function AdministratorSignIn() {
  const call = useCall();
  const [waived, setWaived] = useState<boolean | null>(null);
  useEffect(() => {
    let stale = false;
    void call(getSecondFactor, {}).then((answer) => stale || (answer.ok && setWaived(answer.value.waived)));
    return () => {
      stale = true;
    };
  }, [call]);
  if (waived === null) return null;
  return (
    <SettingsPart
      title="Sign-in of administrators"
      about={
        waived
          ? 'Provider administrators need a second factor. In this demo the requirement is turned off, so that a password alone signs them in.'
          : 'Provider administrators need a second factor beside their password.'
      }
    >
      <p>
        <Link to={pathTo('/preferences')}>
          {waived ? 'Turn it on, or set up your own, in Preferences' : 'Your second factor'}
        </Link>
      </p>
    </SettingsPart>
  );
}
