import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CountTabs } from '../count-tabs/count-tabs.tsx';
import { PageHeader } from './page-header.tsx';

type Tabs<K extends string> = readonly (readonly [key: K, label: string])[];

/** The tab in the URL parameter `param`; the first tab if there is none. Switching tabs clears search, page and sort. */
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
  counts?: Partial<Record<K, number>> | null;
};

/** A row of tabs, with their counts if known. */
export const TabRow = <K extends string>({ label, tabs, tab: [current, onTab], counts }: RowProps<K>) => (
  <CountTabs label={label} tabs={tabs} current={current} onTab={onTab} counts={counts ?? null} />
);

type PageProps = { title: string; note?: ReactNode; actions?: ReactNode; tabs: ReactNode; children: ReactNode };

/** A screen with several views: title, rows of tabs, the chosen view. */
export function TabsPage({ title, note, actions, tabs, children }: PageProps) {
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title={title} note={note} actions={actions} />
      {tabs}
      {children}
    </section>
  );
}
