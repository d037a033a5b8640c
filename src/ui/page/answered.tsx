import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Ago } from '../format/use-format.tsx';
import { EmptyState } from './empty-state.tsx';
import { Waiting } from './waiting.tsx';

/** A response of the service as stored on this device, and why the newest is missing. */
export type Answer<R> = {
  readonly reply: R | null;
  readonly at: string | null;
  readonly problem: string | null;
  /** Asks the service again. */
  readonly refresh?: (() => void) | undefined;
};

/** The way out of a failed request. */
export const TryAgain = ({ refresh }: Pick<Answer<unknown>, 'refresh'>) =>
  refresh && (
    <Button variant="default" size="xs" onClick={refresh}>
      Try again
    </Button>
  );

/** Shows how old the data is and why, if the newest is missing. */
export function AsOf({ at, problem, refresh }: Omit<Answer<unknown>, 'reply'>) {
  if (problem === null) return null;
  return (
    <p className="muted as-of" role="status">
      <span>
        {at !== null && (
          <>
            As of <Ago at={at} />.{' '}
          </>
        )}
        {problem}
      </span>
      <TryAgain refresh={refresh} />
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
        <TryAgain refresh={answer.refresh} />
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
