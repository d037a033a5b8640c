import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '#src/entities/session/session.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { MultiSelectField } from '#src/ui/form/multi-select-field.tsx';

type Props = {
  readonly chosen: readonly number[];
  readonly onTake: (ids: number[]) => void;
  readonly onClose: () => void;
};

/** Chooses the customers that a prompt is for. None means all customers. */
export function CustomersDialog({ chosen, onTake, onClose }: Props) {
  const { customers, customer: own } = useSession();
  const [ids, setIds] = useState([...chosen]);
  const isChanged = ids.length !== chosen.length || ids.some((id) => !chosen.includes(id));
  const take = () => {
    onTake(ids);
    onClose();
  };
  return (
    <Dialog title="Customers of the prompt" dirty={isChanged} onClose={onClose}>
      {(close) => (
        <div className="form">
          <MultiSelectField
            label="Customers"
            hint="With customers the prompt answers for them alone, before the general one. Without any it answers for all."
            choices={customers
              .filter(({ id }) => id !== own.id || chosen.includes(id))
              .map(({ id, name }) => ({ value: id, label: name }))}
            name="customers"
            data-path="customers"
            value={ids}
            onBlur={() => undefined}
            onChange={setIds}
          />
          <div className="form-actions">
            <Button onClick={take}>
              {ids.length === 0 ? 'For all customers' : `For ${ids.length === 1 ? '1 customer' : `${ids.length} customers`}`}
            </Button>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
