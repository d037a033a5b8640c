import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ActivityLine, listActivityPeople } from '#contract/people/activity.ts';
import { objectKinds } from '#domain/activity/object-kinds.ts';
import { changeKinds } from '#domain/activity/say.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { DateField } from '#src/ui/form/date-fields.tsx';
import { ReferenceField } from '#src/ui/form/reference-field.tsx';
import { clockAt } from '#src/ui/form/zoned-time.ts';
import { counted } from '#src/ui/format/format.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { AsOf, TryAgain } from '#src/ui/page/answered.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { WaitingRows } from '#src/ui/page/waiting-rows.tsx';
import { ActivityExport } from './activity-export.tsx';
import { ActivityItem } from './activity-line.tsx';
import { useActivity, useActivityAddress } from './use-activity.ts';
import './activity.css';

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const kinds = Object.entries(objectKinds).map(([value, { label }]) => ({ value, label }));
const waitingRows = 12;

type Address = ReturnType<typeof useActivityAddress>;

/** `/activity`: who changed what, as sentences, the newest first. */
export function Activity() {
  const { administrator } = useSession();
  const address = useActivityAddress();
  const activity = useActivity(address.asked);
  const { lines } = activity;
  const note = lines === null ? '' : `${counted(lines.length, 'line')}${activity.hasOlder ? ', more are older' : ''}`;
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader
        title="Activity"
        note={note}
        actions={<ActivityExport asked={address.asked} disabled={lines === null || lines.length === 0} />}
      />
      <ActivityList address={address} activity={activity} choosesCustomer={administrator} />
    </section>
  );
}

type FilterProps = { address: Address; choosesCustomer: boolean; action?: ReactNode };
type ListProps = FilterProps & { activity: ReturnType<typeof useActivity> };

/** The filters with an action beside them, and the lines that match. */
export function ActivityList({ activity, ...filters }: ListProps) {
  const { address } = filters;
  return (
    <>
      <Filters {...filters} />
      <ActivityLines activity={activity} showsCustomer={address.ofAll} nothing={<Nothing address={address} />} />
    </>
  );
}

type LinesProps = Pick<ListProps, 'activity'> & { showsCustomer: boolean; nothing: ReactNode };

/** The lines under their days; `nothing` if there are none. */
export function ActivityLines({ activity, showsCustomer, nothing }: LinesProps) {
  const { lines, problem } = activity;
  return (
    <>
      {lines === null && problem === null && <WaitingRows rows={waitingRows} />}
      {lines === null && problem !== null && (
        <EmptyState kind="no-data" title="The activity is read from the service">
          <p>{problem}</p>
          <TryAgain refresh={activity.refresh} />
        </EmptyState>
      )}
      {lines !== null && <AsOf {...activity} />}
      {lines?.length === 0 && nothing}
      {lines !== null && lines.length > 0 && <Days lines={lines} showsCustomer={showsCustomer} />}
      {activity.hasOlder && (
        <Button className="activity-older" variant="default" loading={activity.busy} onClick={() => void activity.showOlder()}>
          Show older activity
        </Button>
      )}
    </>
  );
}

function Filters({ address, choosesCustomer, action }: FilterProps) {
  const { customer } = useSession();
  const people = useReply(listActivityPeople, { cust: address.asked.cust });
  const { filter, setFilter } = address;
  const choices = (people.reply ?? []).map(({ id, name, removed }) => ({
    id: String(id),
    name,
    ...(removed && { detail: 'removed' }),
  }));
  return (
    <div className="page-tools activity-filters">
      <ReferenceField
        label="Person"
        hideLabel
        placeholder="Any person"
        choices={choices}
        value={filter('person')}
        onChange={(value) => setFilter('person', value)}
        name="person"
        data-path="person"
        error={undefined}
      />
      <ListFilter
        list={{ filter, setFilter: (_name, value) => setFilter('object', value) }}
        name="kind"
        label="Kind of object"
        choices={kinds}
      />
      <ListFilter list={{ filter, setFilter }} name="did" label="Kind of change" choices={choicesOf(changeKinds)} />
      <span className="activity-days">
        <Day name="from" label="From day" address={address} /> to <Day name="to" label="To day" address={address} />
      </span>
      {choosesCustomer && (
        <ListFilter
          list={{ filter, setFilter }}
          name="of"
          label="Customer"
          choices={[
            { value: 'one', label: customer.name },
            { value: 'all', label: 'All customers' },
          ]}
        />
      )}
      {address.object !== '' && (
        <Button variant="default" size="xs" onClick={() => setFilter('object', filter('kind'))}>
          Only {filter('kind')} {address.object} – show all
        </Button>
      )}
      {action}
    </div>
  );
}

const Day = ({ name, label, address }: { name: 'from' | 'to'; label: string; address: Address }) => (
  <DateField
    label={label}
    hideLabel
    size="xs"
    value={address.filter(name) || null}
    onChange={(value) => address.setFilter(name, value)}
    onBlur={() => undefined}
    name={name}
    data-path={name}
    error={undefined}
  />
);

const Nothing = ({ address }: { address: Address }) =>
  address.active === 0 ? (
    <EmptyState kind="first-use" title="No activity yet">
      <p>Every change that a person or the service makes is listed here.</p>
    </EmptyState>
  ) : (
    <EmptyState kind="no-match" title="No matching activity">
      <Button variant="default" size="xs" onClick={address.clear}>
        Show all activity
      </Button>
    </EmptyState>
  );

/** Lines under the day that they belong to. */
function Days({ lines, showsCustomer }: { lines: readonly ActivityLine[]; showsCustomer: boolean }) {
  const { preferences, localDate } = useFormat();
  const days = new Map<string, ActivityLine[]>();
  for (const line of lines) {
    const { day } = clockAt(line.at, preferences.timeZone);
    days.set(day, [...(days.get(day) ?? []), line]);
  }
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={localDate(day)}>
      <h2 className="activity-day">{localDate(day)}</h2>
      <ol className="activity card">
        {ofDay.map((line) => (
          <ActivityItem key={line.id} line={line} showsCustomer={showsCustomer} />
        ))}
      </ol>
    </section>
  ));
}
