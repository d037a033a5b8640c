import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod';
import { keepDraft, readDraft } from '#src/store/cached.ts';
import type { Store } from '#src/store/store.ts';
import { StoreFailure } from '#src/store/tables/backend.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';

/** The fields of an account that a device may store, as the form holds them. An address is never stored [D8.1]. */
const KeptFields = z.object({ name: z.string(), industry: z.string().nullable(), timeZone: z.string() });
export type KeptFields = z.infer<typeof KeptFields>;

/** What was typed and not saved, with the values that the form began with. */
const KeptAccount = z.object({ base: KeptFields, typed: KeptFields });
export type KeptAccount = z.infer<typeof KeptAccount> & { readonly at: string };

const keyOf = (customerId: number) => `account/${customerId}`;

/** Typing pauses this long before it is stored. */
const pauseMs = 300;

/** What was typed into an account on this device and not saved. Undefined while it is read, null if there is nothing. */
export function useKeptAccount(customerId: number): { kept: KeptAccount | null | undefined; forget: () => void } {
  const { store } = useLocalStore();
  const [kept, setKept] = useState<KeptAccount | null>();
  useEffect(() => {
    let stale = false;
    const show = (read: KeptAccount | null) => void (stale || setKept(read));
    readKept(store, customerId).then(show, () => show(null));
    return () => {
      stale = true;
    };
  }, [store, customerId]);
  return { kept, forget: () => setKept(null) };
}

async function readKept(store: Store, customerId: number): Promise<KeptAccount | null> {
  const draft = await readDraft(store, keyOf(customerId));
  const parsed = KeptAccount.safeParse(draft?.value);
  return draft && parsed.success ? { ...parsed.data, at: draft.at } : null;
}

/** The fields of a form that a device may store. */
export const keptFieldsOf = (values: KeptFields): KeptFields => KeptFields.parse(values);

/** The fields that were typed over; the others show what is stored now. */
export const changedIn = (typed: KeptFields, kept: Pick<KeptAccount, 'base'> | null): (keyof KeptFields)[] =>
  KeptFields.keyof().options.filter((key) => typed[key] !== kept?.base[key]);

/** Stores what is typed until it is saved or changed back. `base` is what the form began with. */
export function useKeepAccount(
  customerId: number,
  base: KeptFields,
  { values, dirty }: { values: KeptFields; dirty: boolean },
): void {
  const { store } = useLocalStore();
  const begun = useRef(base);
  const wasDirty = useRef(false);
  const now = JSON.stringify(keptFieldsOf(values));
  const keep = useEffectEvent((text: string | null) => {
    const value = text === null ? null : { base: begun.current, typed: KeptFields.parse(JSON.parse(text)) };
    return keepDraft(store, keyOf(customerId), value && changedIn(value.typed, value).length > 0 ? value : null);
  });
  useEffect(() => {
    // It was saved, or changed back.
    if (wasDirty.current && !dirty) begun.current = KeptFields.parse(JSON.parse(now));
    wasDirty.current = dirty;
    const timer = setTimeout(() => void unlessFull(keep(dirty ? now : null)), pauseMs);
    return () => clearTimeout(timer);
  }, [now, dirty]);
}

/** A store that is full or closed keeps nothing. The form still has what was typed. */
const unlessFull = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (!(error instanceof StoreFailure)) throw error;
  });
