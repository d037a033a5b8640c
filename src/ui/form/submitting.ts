import type { FormEvent } from 'react';

/** What a form does when it is submitted, in place of the browser's own sending. */
export const submitting =
  (work: () => unknown) =>
  (event: FormEvent): void => {
    event.preventDefault();
    void work();
  };
