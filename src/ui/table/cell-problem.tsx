import type { ReactNode } from 'react';
import './cell-problem.css';

/** A cell with what is wrong with its value, if anything. */
export const withProblem = (value: ReactNode, problem: string | undefined): ReactNode =>
  problem === undefined ? (
    value
  ) : (
    <>
      {value}
      <span className="cell-problem">{problem}</span>
    </>
  );
