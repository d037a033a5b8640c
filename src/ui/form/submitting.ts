import type { FormEvent } from 'react';

/** A submit handler that runs `work` instead of the browser's own submit. */
export const submitting =
  (work: () => unknown) =>
  (event: FormEvent): void => {
    event.preventDefault();
    void work();
  };
