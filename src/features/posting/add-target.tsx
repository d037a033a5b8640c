import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { canConnect, targetKind, targetKinds } from '#domain/targets/target-kinds.ts';
import { useSession } from '#src/entities/session/session.ts';
import { SelectField } from '#src/ui/form/fields.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { ConnectionForm } from './target/connection-form.tsx';

const choices = targetKinds.filter(canConnect).map(({ id, name }) => ({ value: String(id), label: name }));

/** Adds a target to the customer on screen: its type first, then the form of that type. */
export function AddTarget() {
  const { customer } = useSession();
  const navigate = useNavigate();
  const [typeId, setTypeId] = useState<string>('');
  const kind = typeId === '' ? null : targetKind(Number(typeId));
  return (
    <section className="page target" aria-labelledby="page-title">
      <PageHeader title="Add target" note={customer.name} />
      <section className="card target-card" aria-label="New target">
        <SelectField
          label="Type"
          required
          hint="Only types that Jobdock can connect are listed. The type cannot be changed later."
          choices={choices}
          name="typeId"
          data-path="typeId"
          value={typeId}
          onChange={setTypeId}
          onBlur={() => undefined}
        />
        {kind && (
          <ConnectionForm
            key={kind.id}
            kind={kind}
            target={null}
            customerId={customer.id}
            title={`New ${kind.name} target`}
            saveLabel="Add target"
            onSaved={() => navigate(pathTo('/targetconfig'))}
            onBack={() => navigate(pathTo('/editcustomer/:id', { id: customer.id }))}
          />
        )}
      </section>
    </section>
  );
}
