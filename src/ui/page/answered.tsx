import type { ReactNode } from 'react';
import { Ago } from '../format/use-format.tsx';
import { EmptyState } from './empty-state.tsx';
import { Waiting } from './waiting.tsx';

/** A response of the service as stored on this device, and why the newest is missing. */
export type Answer<R> = { readonly reply: R | null; readonly at: string | null; readonly problem: string | null };

/** Shows how old the data is and why, if the newest is missing. */
export function AsOf({ at, problem }: Pick<Answer<unknown>, 'at' | 'problem'>) {
  if (problem === null) return null;
  return (
    <p className="muted" role="status">
      {at !== null && (
        <>
          As of <Ago at={at} />.{' '}
        </>
      )}
      {problem}
    </p>
  );
}

type Props<R> = {
  answer: Answer<R>;
  /** The data, in the plural: "The settings". */
  what: string;
  children: (reply: R) => ReactNode;
};

/** Renders a response: loading, not on this device, or the data with its age if the newest is missing. */
export function Answered<R>({ answer, what, children }: Props<R>) {
  const { reply, problem } = answer;
  if (reply === null && problem === null) return <Waiting />;
  if (reply === null) {
    return (
      <EmptyState kind="no-data" title={`${what} are not on this device`}>
        <p>{problem}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <AsOf {...answer} />
      {children(reply)}
    </>
  );
}
