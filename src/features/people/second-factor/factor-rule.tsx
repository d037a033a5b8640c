import { Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { getSecondFactorRule, setSecondFactorRule } from '#contract/people/second-factor.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

/** For user administrators: whether the customer on screen requires a second factor of everyone. */
export function FactorRule() {
  const { customer, may } = useSession();
  return may('users.write') ? <Rule key={customer.id} customer={customer} /> : null;
}

function Rule({ customer }: { customer: { id: number; name: string } }) {
  const call = useCall();
  const offline = useBlocked();
  const [rule, setRule] = useState<ReplyOf<typeof getSecondFactorRule> | null>(null);
  useEffect(() => {
    let stale = false;
    const read = async () => {
      const answer = await call(getSecondFactorRule, { cust: customer.id });
      if (!stale && answer.ok) setRule(answer.value);
    };
    void read();
    return () => {
      stale = true;
    };
  }, [call, customer.id]);
  if (!rule) return null;
  const save = async (required: boolean) => {
    if (required && !(await wantsRequired(customer.name))) return;
    const answer = await call(setSecondFactorRule, { cust: customer.id, required });
    if (!answer.ok) return void toast.error({ title: 'The setting was not saved', detail: errorMessage(answer.error) });
    setRule(answer.value);
    toast.success({ title: required ? 'A second factor is now required' : 'A second factor is now optional' });
  };
  return (
    <Switch
      label={`Require a second factor of everyone at ${customer.name}`}
      description={
        rule.provider && rule.required
          ? 'Always on for provider administrators.'
          : 'Users without one must add it before they go on.'
      }
      checked={rule.required}
      disabled={offline !== undefined || (rule.provider && rule.required)}
      onChange={(event) => void save(event.currentTarget.checked)}
    />
  );
}

const wantsRequired = async (name: string) =>
  (await ask({
    title: `Require a second factor of everyone at ${name}?`,
    body: 'Users without one are stopped within seconds, you too, until they have added it. Their unsent changes are kept.',
    choices: { require: { words: 'Require a second factor', tone: 'primary' }, cancel: { words: 'Cancel' } },
    safe: 'cancel',
  })) === 'require';
