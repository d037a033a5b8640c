import { Combobox, useCombobox } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { useSetting } from '#src/ui/local-setting.ts';
import { recentCustomers } from '../settings/shell-settings.ts';
import './customer-switcher.css';

const shownAtMost = 60;
const recentAtMost = 5;

/** The customer on the screens, marked if it is a demo. */
export function CustomerSwitcher() {
  const { customer, customers } = useSession();
  const isDemo = customers.some(({ id, demo }) => demo && id === customer.id);
  return (
    <>
      <CustomerName />
      {isDemo && (
        <span className="customer-demo" data-tip="Demo agency: its jobs and its ATS are made up">
          Demo
        </span>
      )}
    </>
  );
}

/** Users with several customers switch here; the screen stays, and its selection is cleared. */
function CustomerName() {
  const { customer, customers } = useSession();
  const { showCustomer } = useSessionActions();
  const [recent, setRecent] = useSetting(recentCustomers);
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  if (customers.length < 2) {
    return (
      <span className="customer" data-tip={customer.name}>
        <span>{customer.name}</span>
      </span>
    );
  }
  return (
    <Combobox
      store={combobox}
      width={320}
      position="bottom-start"
      onOptionSubmit={(value) => {
        const chosen = customers.find(({ id: c }) => String(c) === value);
        combobox.closeDropdown();
        if (!chosen) return;
        setRecent([chosen.id, ...recent.filter((id) => id !== chosen.id)].slice(0, recentAtMost));
        showCustomer(chosen.id, chosen.name);
      }}
    >
      <Combobox.Target targetType="button">
        <button
          type="button"
          className="customer"
          aria-label={`Customer: ${customer.name}`}
          onClick={() => combobox.toggleDropdown()}
        >
          <span>{customer.name}</span>
          <IconSelector size={16} aria-hidden />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          placeholder="Name or ID"
          aria-label="Search customers"
        />
        <Combobox.Options aria-label="Customers" mah={360} style={{ overflowY: 'auto' }}>
          <Found typed={typed} recent={recent} />
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Recently opened customers first, then those that match what is typed. */
function Found({ typed, recent }: { typed: string; recent: readonly number[] }) {
  const { customer, customers } = useSession();
  const words = typed.trim().toLowerCase();
  const found = customers.filter(({ id, name }) => name.toLowerCase().includes(words) || String(id) === words);
  const lately = words === '' ? recent.flatMap((id) => customers.filter((one) => one.id === id)) : [];
  const rest = found.filter(({ id }) => !lately.some((one) => one.id === id)).slice(0, shownAtMost);
  const option = ({ id, name }: { id: number; name: string }) => (
    <Combobox.Option key={id} value={String(id)} active={id === customer.id}>
      <span>{name}</span> <span className="muted">{id}</span>
    </Combobox.Option>
  );
  return (
    <>
      {lately.length > 0 && <Combobox.Group label="Recent">{lately.map(option)}</Combobox.Group>}
      {rest.length > 0 &&
        (lately.length > 0 ? <Combobox.Group label="All">{rest.map(option)}</Combobox.Group> : rest.map(option))}
      {lately.length + rest.length === 0 && <Combobox.Empty>No matching customers</Combobox.Empty>}
    </>
  );
}
