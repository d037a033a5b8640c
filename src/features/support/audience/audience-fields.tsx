import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Audience } from '#contract/support/audience.ts';
import { countNoticeCustomers, listNoticeCrawlers, listNoticeCustomers, listNoticeTargets } from '#contract/support/notices.ts';
import { audienceProblem } from '#domain/notices/audience.ts';
import { textMatches } from '#domain/query/text-matches.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { SwitchField } from '#src/ui/form/fields.tsx';
import { MultiSelectField } from '#src/ui/form/multi-select-field.tsx';
import type { Bound, Form } from '#src/ui/form/use-form.ts';
import { counted } from '#src/ui/format/format.ts';
import './audience.css';

type Props = {
  form: Pick<Form, 'problems'>;
  fields: { readonly [K in keyof Audience]: Bound<Audience[K]> };
  /** What follows the number of people: “have this notice”. */
  reach?: string;
};

/** Who is addressed: everyone, or those who match each list that is not empty. */
export function AudienceFields({ form, fields, reach }: Props) {
  const { customers, crawlers, targetKinds, everyone } = fields;
  const audience = {
    customers: customers.value,
    crawlers: crawlers.value,
    targetKinds: targetKinds.value,
    everyone: everyone.value,
  };
  const problem = form.problems.find(({ field }) => field === 'audience')?.words;
  return (
    <fieldset className="audience" data-path="audience" tabIndex={-1}>
      <legend>Audience</legend>
      <SwitchField label="Everyone" hint="All people of all customers" {...everyone} />
      {!everyone.value && (
        <>
          <p className="muted">A customer must match every list that has a choice, by any choice of it.</p>
          <div className="audience-lists">
            <Choices label="Customers" from={listNoticeCustomers} field={customers} />
            <Choices label="Crawlers of their tasks" from={listNoticeCrawlers} field={crawlers} />
            <Choices label="Targets they have" from={listNoticeTargets} field={targetKinds} />
          </div>
        </>
      )}
      {problem !== undefined && (
        <p className="audience-problem" role="alert">
          {problem}
        </p>
      )}
      {reach !== undefined && <Reach audience={audience} reach={reach} />}
    </fieldset>
  );
}

type ChoicesProps = {
  label: string;
  from: typeof listNoticeCustomers | typeof listNoticeCrawlers | typeof listNoticeTargets;
  field: Bound<number[]>;
};

/** Entries shown at once. The search finds the others. */
const mostShown = 100;

function Choices({ label, from, field }: ChoicesProps) {
  const [typed, onTyped] = useState('');
  const { reply, problem } = useReply(from, {});
  const fits = textMatches(typed);
  const all = (reply ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const found = all.filter(({ value, label: name }) => !field.value.includes(value) && fits(name));
  const chosen = all.filter(({ value }) => field.value.includes(value));
  const more = found.length - mostShown;
  const words = more > 0 ? `${counted(more, 'more entry', 'more entries')}: search for them` : undefined;
  const hint = problem ?? words ?? (field.value.length > 0 ? `${field.value.length} chosen` : 'Not used');
  return (
    <MultiSelectField
      label={label}
      hint={hint}
      choices={[...chosen, ...found.slice(0, mostShown)]}
      search={{ typed, onTyped }}
      {...field}
    />
  );
}

const settleMs = 300;

/** How many the audience addresses now. */
function Reach({ audience, reach }: { audience: Audience; reach: string }) {
  const [settled] = useDebouncedValue(JSON.stringify(audience), settleMs);
  const asked = JSON.parse(settled) as Audience;
  const { reply, problem } = useReply(countNoticeCustomers, asked, { wanted: audienceProblem(asked) === null });
  const isCounted = settled === JSON.stringify(audience) && audienceProblem(audience) === null;
  const words = reply && `${counted(reply.people, 'person', 'people')} of ${counted(reply.customers, 'customer')} ${reach}`;
  return (
    <p className="audience-reach" role="status">
      {isCounted ? (words ?? problem ?? 'Counting…') : ''}
    </p>
  );
}
