import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { requiredLabel } from '#src/ui/form/fields.tsx';
import { submitting } from '#src/ui/form/submitting.ts';
import { Gate } from './gate.tsx';

/** The disclaimer, shown once after the first sign-in and acknowledged with a name. */
export function DisclaimerGate() {
  const { role } = useSession();
  const { acceptDisclaimer, signOut } = useSessionActions();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const accept = async () => {
    if (name.trim() === '') return setProblem('Enter your name');
    setSaving(true);
    setProblem(await acceptDisclaimer(name.trim()));
    setSaving(false);
  };
  return (
    <Gate opened={role.needsDisclaimer && !role.actingAs} title="Before you start">
      <form className="form" onSubmit={submitting(accept)}>
        <p>
          Jobdock shows job orders as vendor management systems publish them. Check rates, dates and requirements with the source
          before you act on them. Everything you map, change and post is recorded under your name.
        </p>
        <TextInput
          label={requiredLabel('Your name')}
          autoComplete="name"
          data-autofocus
          value={name}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className="form-actions">
          <Button type="submit" loading={saving}>
            I agree
          </Button>
          <Button variant="default" onClick={() => void signOut()}>
            Sign out
          </Button>
        </div>
      </form>
    </Gate>
  );
}
