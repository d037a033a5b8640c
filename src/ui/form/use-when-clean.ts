import { useEffect, useEffectEvent } from 'react';
import type { Form } from './use-form.ts';

/** Calls `leave` with what a save made (null until then) once the form is clean: leaving a dirty form asks for confirmation. */
export function useWhenClean<T>(made: T | null, { dirty }: Pick<Form, 'dirty'>, leave: (made: T) => void): void {
  const go = useEffectEvent(leave);
  useEffect(() => {
    if (made !== null && !dirty) go(made);
  }, [made, dirty]);
}
