import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CountTabs } from '../count-tabs/count-tabs.tsx';
import { PageHeader } from './page-header.tsx';

type Tabs<K extends string> = readonly (readonly [key: K, label: string])[];

/** Which tab the address names, under `param`; the first where it names none. The search of a tab goes with it. */
export function useTab<K extends string>(
  param: string,
  tabs: readonly [readonly [K, string], ...(readonly [K, string])[]],
): [K, (key: K) => void] {
  const [params, setParams] = useSearchParams();
  const current = tabs.find(([key]) => key === params.get(param))?.[0] ?? tabs[0][0];
  const show = (key: K) =>
    setParams(
      (now) => {
        for (const own of ['q', 'page', 'sort']) now.delete(own);
        now.set(param, key);
        return now;
      },
      { replace: true },
    );
  return [current, show];
}

type RowProps<K extends string> = {
  label: string;
  tabs: Tabs<K>;
  tab: readonly [K, (key: K) => void];
  counts?: Record<K, number>;
};

/** A row of tabs, with how many each holds where that is known. */
export const TabRow = <K extends string>({ label, tabs, tab: [current, onTab], counts }: RowProps<K>) => (
  <CountTabs label={label} tabs={tabs} current={current} onTab={onTab} counts={counts ?? null} />
);

type PageProps = { title: string; note?: ReactNode; actions?: ReactNode; tabs: ReactNode; children: ReactNode };

/** A screen of several views of one thing: title, rows of tabs, the view that is chosen. */
export function TabsPage({ title, note, actions, tabs, children }: PageProps) {
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title={title} note={note} actions={actions} />
      {tabs}
      {children}
    </section>
  );
}
