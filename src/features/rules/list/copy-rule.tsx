import { Button, MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { copyRulesTo } from '#contract/rules/rules.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { requiredLabel } from '#src/ui/form/fields.tsx';
import { AskActions } from '../draft/ask-actions.tsx';

/** The customers that the user can copy rules to: linked ones, or all others for administrators. */
export function useCopyTargets(): readonly { readonly value: string; readonly label: string }[] {
  const { may, customer, customers } = useSession();
  if (!may('rules.copy')) return [];
  return customers.filter(({ id: c }) => c !== customer.id).map(({ id: c, name }) => ({ value: String(c), label: name }));
}

type Copied = { readonly name: string; readonly words: string; readonly ok: boolean };

const copyLabel = (chosen: readonly string[], targets: ReturnType<typeof useCopyTargets>): string =>
  chosen.length > 1
    ? `Copy to ${chosen.length} customers`
    : `Copy${targets.flatMap(({ value, label }) => (value === chosen[0] ? [` to ${label}`] : [])).join('')}`;

/** Copies a rule to other customers. Each copy is inactive until someone there enables it. */
export function CopyRule({ rule, onClose }: { rule: StoredRule; onClose: () => void }) {
  const call = useCall();
  const targets = useCopyTargets();
  const [preset] = useState(() => (targets.length === 1 ? targets.map(({ value }) => value) : []));
  const [chosen, setChosen] = useState(preset);
  const [problem, setProblem] = useState<string | null>(null);
  const [copied, setCopied] = useState<readonly Copied[] | null>(null);
  const [busy, setBusy] = useState(false);
  const copy = async () => {
    if (chosen.length === 0) return setProblem(messages.noCustomerChosen);
    setBusy(true);
    const outcomes: Copied[] = [];
    for (const customer of chosen) {
      const answer = await call(copyRulesTo, { customer: Number(customer), ids: [rule.id] });
      const name = targets.find(({ value }) => value === customer)?.label ?? customer;
      const words = answer.ok ? 'Copied' : `${messages.copyFailed}: ${errorMessage(answer.error)}`;
      outcomes.push({ name, words, ok: answer.ok });
    }
    setBusy(false);
    setCopied(outcomes);
  };
  return (
    <Dialog title={`Copy ${rule.name}`} dirty={copied === null && chosen.join() !== preset.join()} onClose={onClose}>
      {(close) =>
        copied ? (
          <Outcome copied={copied} onClose={onClose} />
        ) : (
          <div className="rule-runs">
            <MultiSelect
              label={requiredLabel('Customers')}
              description={
                rule.sourceId === null
                  ? 'Each copy stays inactive until someone there activates it.'
                  : 'Each copy applies to the source with the same name there and stays inactive until someone activates it.'
              }
              searchable
              hidePickedOptions
              nothingFoundMessage="No other customers"
              {...(chosen.length === 0 && { placeholder: 'Choose customers' })}
              classNames={{ inputField: 'copy-search' }}
              data={[...targets]}
              value={chosen}
              error={problem}
              onChange={(next) => {
                setChosen(next);
                setProblem(null);
              }}
            />
            <AskActions words={copyLabel(chosen, targets)} busy={busy} onAsk={copy} onClose={close} />
          </div>
        )
      }
    </Dialog>
  );
}

function Outcome({ copied, onClose }: { copied: readonly Copied[]; onClose: () => void }) {
  return (
    <div className="rule-runs" role="status">
      <ul className="rule-runs-list">
        {copied.map(({ name, words, ok }) => (
          <li key={name}>
            <strong>{name}</strong>
            <p className={ok ? 'muted' : 'code-problem'}>{words}</p>
          </li>
        ))}
      </ul>
      {copied.some(({ ok }) => ok) && <p className="muted">The copy does nothing until someone there activates it.</p>}
      <div className="form-actions">
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}
