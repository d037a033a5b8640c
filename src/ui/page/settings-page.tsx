import type { ReactNode } from 'react';
import { type Answer, Answered } from './answered.tsx';
import { PageHeader } from './page-header.tsx';
import './settings-page.css';

type Props<R> = {
  title: string;
  note?: ReactNode;
  answer: Answer<R>;
  /** The content of the page, in the plural: "The settings". */
  what: string;
  /** Uses the full page width, for parts side by side. */
  wide?: boolean;
  children: (reply: R) => ReactNode;
};

/** A screen of settings that the service stores: its title, and its parts once they have loaded. */
export function SettingsPage<R>({ title, note, answer, what, wide = false, children }: Props<R>) {
  return (
    <section className={wide ? 'page' : 'page page-form'} aria-labelledby="page-title">
      <PageHeader title={title} note={note} />
      <Answered answer={answer} what={what}>
        {children}
      </Answered>
    </section>
  );
}

type PartProps = { title: string; about?: ReactNode; children?: ReactNode };

/** One part of a settings page: a card with its own title. */
export function SettingsPart({ title, about, children }: PartProps) {
  return (
    <section className="card settings-part" aria-label={title}>
      <h2>{title}</h2>
      {about && <p className="muted">{about}</p>}
      {children}
    </section>
  );
}
